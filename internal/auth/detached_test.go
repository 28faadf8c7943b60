package auth_test

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// signer has a key of one kind, and signs as a program of an entity would.
type signer struct {
	alg     jose.SignatureAlgorithm
	private any
	public  auth.PublicKey
	text    []byte // the public key as a JWK
}

func newSigner(t testing.TB, alg jose.SignatureAlgorithm, private any) signer {
	t.Helper()
	key := jose.JSONWebKey{Key: private, KeyID: "k1"}
	public := key.Public()
	text, err := public.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := auth.ParsePublicKey(text)
	if err != nil {
		t.Fatalf("%s: %v", alg, err)
	}
	return signer{alg, private, parsed, text}
}

func (s signer) sign(t testing.TB, content string, header map[string]any) string {
	t.Helper()
	o := &jose.SignerOptions{}
	for name, v := range header {
		o = o.WithHeader(jose.HeaderKey(name), v)
	}
	js, err := jose.NewSigner(jose.SigningKey{Algorithm: s.alg, Key: s.private}, o)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := js.Sign([]byte(content))
	if err != nil {
		t.Fatal(err)
	}
	compact, err := signed.DetachedCompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return compact
}

func newEd25519(t testing.TB) signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return newSigner(t, jose.EdDSA, private)
}

func signers(t testing.TB) []signer {
	t.Helper()
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	r2, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return []signer{newEd25519(t), newSigner(t, jose.ES256, ec), newSigner(t, jose.PS256, r), newSigner(t, jose.RS256, r2)}
}

var goodHeader = map[string]any{"kid": "k1", "iat": 1767225600}

const signedContent = `{"ciudadanoId":"c"}`

func TestDetachedSignature(t *testing.T) {
	all := signers(t)
	for i, s := range all {
		compact := s.sign(t, signedContent, goodHeader)
		parsed, err := auth.ParseDetached(compact)
		if err != nil {
			t.Fatalf("%s: %v", s.alg, err)
		}
		if parsed.KeyID != "k1" || parsed.Algorithm != string(s.alg) || parsed.SignedAt.Unix() != 1767225600 {
			t.Errorf("%s: parsed as %+v", s.alg, parsed)
		}
		if !parsed.Verify(s.public, []byte(signedContent)) {
			t.Errorf("%s: a good signature is refused", s.alg)
		}
		if parsed.Verify(s.public, []byte(signedContent+" ")) {
			t.Errorf("%s: other content is accepted", s.alg)
		}
		for j, other := range all {
			if i != j && parsed.Verify(other.public, []byte(signedContent)) {
				t.Errorf("%s: accepted with the key of %s", s.alg, other.alg)
			}
		}
		again, err := auth.ParsePublicKey([]byte(s.public.JSON()))
		if err != nil || !parsed.Verify(again, []byte(signedContent)) {
			t.Errorf("%s: the key that was kept does not verify: %v", s.alg, err)
		}
	}
}

// The classic forgeries: no algorithm, a shared secret that is the public key, a key that
// the signature brings along, extensions, and other spellings of the same.
func TestDetachedForgeriesAreRefused(t *testing.T) {
	s := signers(t)[0]
	good := s.sign(t, signedContent, goodHeader)
	parts := strings.Split(good, ".")
	head := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	mac := func(header string) string {
		h := hmac.New(sha256.New, s.text)
		h.Write([]byte(head(header) + "." + base64.RawURLEncoding.EncodeToString([]byte(signedContent))))
		return head(header) + ".." + base64.RawURLEncoding.EncodeToString(h.Sum(nil))
	}
	for name, compact := range map[string]string{
		"empty":                  "",
		"two parts":              parts[0] + "." + parts[2],
		"four parts":             good + ".",
		"content inside":         parts[0] + "." + head(signedContent) + "." + parts[2],
		"no signature":           parts[0] + "..",
		"padding":                good + "==",
		"line break":             parts[0] + "..\n" + parts[2],
		"alg none":               head(`{"alg":"none","kid":"k1","iat":1767225600}`) + "..",
		"HMAC with public key":   mac(`{"alg":"HS256","kid":"k1","iat":1767225600}`),
		"no alg":                 head(`{"kid":"k1","iat":1767225600}`) + ".." + parts[2],
		"alg twice":              head(`{"alg":"EdDSA","alg":"none","kid":"k1","iat":1767225600}`) + ".." + parts[2],
		"kid twice":              head(`{"alg":"EdDSA","kid":"k1","kid":"k2","iat":1767225600}`) + ".." + parts[2],
		"alg in capitals":        head(`{"ALG":"EdDSA","kid":"k1","iat":1767225600}`) + ".." + parts[2],
		"ES512":                  head(`{"alg":"ES512","kid":"k1","iat":1767225600}`) + ".." + parts[2],
		"empty crit":             head(`{"alg":"EdDSA","kid":"k1","iat":1767225600,"crit":[]}`) + ".." + parts[2],
		"b64 false":              head(`{"alg":"EdDSA","kid":"k1","iat":1767225600,"b64":false,"crit":["b64"]}`) + ".." + parts[2],
		"header is no object":    head(`["EdDSA"]`) + ".." + parts[2],
		"more than 4 KiB":        head(`{"alg":"EdDSA","kid":"k1","iat":1767225600,"x":"`+strings.Repeat("x", 4096)+`"}`) + ".." + parts[2],
		"without kid":            s.sign(t, signedContent, map[string]any{"iat": 1767225600}),
		"kid too long":           s.sign(t, signedContent, map[string]any{"kid": strings.Repeat("k", 129), "iat": 1767225600}),
		"without iat":            s.sign(t, signedContent, map[string]any{"kid": "k1"}),
		"iat a text":             s.sign(t, signedContent, map[string]any{"kid": "k1", "iat": "1767225600"}),
		"iat beyond any time":    s.sign(t, signedContent, map[string]any{"kid": "k1", "iat": 1e15}),
		"iat negative":           s.sign(t, signedContent, map[string]any{"kid": "k1", "iat": -1}),
		"brings its key":         s.sign(t, signedContent, map[string]any{"kid": "k1", "iat": 1767225600, "jwk": json.RawMessage(s.text)}),
		"brings an address":      s.sign(t, signedContent, map[string]any{"kid": "k1", "iat": 1767225600, "jku": "https://example.org/k"}),
		"brings a certificate":   s.sign(t, signedContent, map[string]any{"kid": "k1", "iat": 1767225600, "x5c": []string{"MA=="}}),
		"another spelling of it": good[:len(good)-1] + nextLetter(good[len(good)-1]),
	} {
		parsed, err := auth.ParseDetached(compact)
		if err == nil && parsed.Verify(s.public, []byte(signedContent)) {
			t.Errorf("%s: accepted", name)
		}
	}
	if parsed, err := auth.ParseDetached(good); err != nil || !parsed.Verify(s.public, []byte(signedContent)) {
		t.Errorf("the good one: %v", err)
	}
}

// nextLetter differs in the bits that a lenient decoder ignores.
func nextLetter(c byte) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	return string(alphabet[strings.IndexByte(alphabet, c)^1])
}

func TestParseKeySet(t *testing.T) {
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	short, err := rsa.GenerateKey(rand.Reader, 1024) //nolint:gosec // it must be refused
	if err != nil {
		t.Fatal(err)
	}
	p384, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	jwk := func(key any, kid string) string {
		text, err := jose.JSONWebKey{Key: key, KeyID: kid}.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	good := jwk(ed.Public(), "a")
	for name, c := range map[string]struct {
		set  string
		want int // keys; 0: refused
	}{
		"one":                    {fmt.Sprintf(`{"keys":[%s]}`, good), 1},
		"two":                    {fmt.Sprintf(`{"keys":[%s,%s]}`, good, jwk(ed.Public(), "b")), 2},
		"others are passed over": {fmt.Sprintf(`{"keys":[%s,%s,{"kty":"XYZ"},7]}`, good, jwk(p384.Public(), "b")), 1},
		"same kid":               {fmt.Sprintf(`{"keys":[%s,%s]}`, good, good), 0},
		"private":                {fmt.Sprintf(`{"keys":[%s,%s]}`, good, jwk(ed, "b")), 0},
		"secret":                 {fmt.Sprintf(`{"keys":[%s,{"kty":"oct","k":"AAAA","kid":"b"}]}`, good), 0},
		"without kid":            {fmt.Sprintf(`{"keys":[%s]}`, jwk(ed.Public(), "")), 0},
		"short":                  {fmt.Sprintf(`{"keys":[%s]}`, jwk(short.Public(), "a")), 0},
		"none":                   {`{"keys":[]}`, 0},
		"no list":                {`{"keys":7}`, 0},
		"no JSON":                {`keys`, 0},
	} {
		keys, err := auth.ParseKeySet([]byte(c.set))
		if len(keys) != c.want || (err == nil) != (c.want > 0) {
			t.Errorf("%s: %d keys, %v", name, len(keys), err)
		}
	}
}

func FuzzParseDetached(f *testing.F) {
	s := signers(f)[0]
	f.Add(s.sign(f, signedContent, goodHeader))
	f.Add("eyJhbGciOiJub25lIn0..")
	f.Add("..")
	f.Fuzz(func(t *testing.T, compact string) {
		parsed, err := auth.ParseDetached(compact)
		if err != nil {
			return
		}
		if parsed.KeyID == "" || parsed.SignedAt.IsZero() || strings.Count(compact, ".") != 2 || !strings.Contains(compact, "..") {
			t.Fatalf("%q became %+v", compact, parsed)
		}
		parsed.Verify(s.public, []byte("otro")) // it never panics
		if parsed.Verify(s.public, []byte("nobody signed this")) {
			t.Fatalf("%q signs what nobody signed", compact)
		}
	})
}
