package auth_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// provider is an identity provider on a real local server.
type provider struct {
	*httptest.Server
	mu       sync.Mutex
	keys     []jose.JSONWebKey
	raw      string // answered instead of the keys
	status   int    // answered instead of 200
	requests int
}

func newProvider(t *testing.T) *provider {
	p := &provider{}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": p.URL, "jwks_uri": p.URL + "/llaves"})
	})
	mux.HandleFunc("/llaves", p.serveKeys)
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

func (p *provider) serveKeys(w http.ResponseWriter, _ *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests++
	switch {
	case p.status != 0:
		w.WriteHeader(p.status)
	case p.raw != "":
		_, _ = w.Write([]byte(p.raw))
	default:
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: p.keys})
	}
}

func (p *provider) change(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

func (p *provider) publish(keys ...key) {
	p.change(func() {
		p.keys = nil
		for _, l := range keys {
			p.keys = append(p.keys, jose.JSONWebKey{Key: l.private.Public(), KeyID: l.kid, Use: "sig"})
		}
	})
}

type key struct {
	alg     jose.SignatureAlgorithm
	kid     string
	private crypto.Signer
}

func (l key) sign(t *testing.T, claims any) string {
	t.Helper()
	return sign(t, l.alg, l.private, l.kid, claims)
}

func sign(t *testing.T, alg jose.SignatureAlgorithm, private any, kid string, claims any) string {
	t.Helper()
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: private}, (&jose.SignerOptions{}).WithHeader("kid", kid))
	if err != nil {
		t.Fatal(err)
	}
	token, err := jwt.Signed(s).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func edKey(t *testing.T, kid string) key {
	_, k, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key{jose.EdDSA, kid, k}
}

type changes map[string]any

// claims are good claims with some changed; nil takes one out.
func (p *provider) claims(c changes) map[string]any {
	m := map[string]any{
		"iss": p.URL, "aud": []string{"otra", "carpeta"}, "sub": dueno,
		"iat": now.Unix(), "exp": now.Add(time.Hour).Unix(), "roles": []string{"ciudadano"},
	}
	for k, v := range c {
		if m[k] = v; v == nil {
			delete(m, k)
		}
	}
	return m
}

// moment is a clock that a test moves.
type moment struct {
	mu sync.Mutex
	t  time.Time
}

func (m *moment) now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.t
}

func (m *moment) advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.t = m.t.Add(d)
}

func expect(t *testing.T, v auth.Verifier, token, name string, want fault.Code) {
	t.Helper()
	if _, err := v.Verify(context.Background(), token); fault.CodeOf(err) != want {
		t.Errorf("%s: got %v, want %q", name, err, want)
	}
}

func TestRemoteAlgorithms(t *testing.T) {
	p := newProvider(t)
	kRSA, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	var keys []key
	for _, a := range []jose.SignatureAlgorithm{jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512} {
		keys = append(keys, key{a, string(a), kRSA})
	}
	for a, curve := range map[jose.SignatureAlgorithm]elliptic.Curve{
		jose.ES256: elliptic.P256(), jose.ES384: elliptic.P384(), jose.ES512: elliptic.P521(),
	} {
		k, err := ecdsa.GenerateKey(curve, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key{a, string(a), k})
	}
	keys = append(keys, edKey(t, "EdDSA"))
	p.publish(keys...)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: clock})
	for _, l := range keys {
		expect(t, v, l.sign(t, p.claims(nil)), l.kid, "")
	}
	if p.requests != 1 {
		t.Errorf("keys fetched %d times, want once", p.requests)
	}
}

func TestRemoteRotation(t *testing.T) {
	p, m := newProvider(t), &moment{t: now}
	old, fresh, forged := edKey(t, "1"), edKey(t, "2"), edKey(t, "1")
	p.publish(old)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", JWKSURL: p.URL + "/llaves", Clock: m.now})
	oldToken, newToken := old.sign(t, p.claims(nil)), fresh.sign(t, p.claims(nil))

	expect(t, v, oldToken, "first key", "")
	expect(t, v, forged.sign(t, p.claims(nil)), "same kid, another key", fault.Unauthenticated)
	expect(t, v, newToken, "unknown kid", fault.Unauthenticated)
	p.publish(old, fresh)
	m.advance(6 * time.Second)
	expect(t, v, newToken, "after rotation", "")
	expect(t, v, oldToken, "the old one beside it", "")

	withoutKid := edKey(t, "3")
	tokenWithoutKid := sign(t, withoutKid.alg, withoutKid.private, "", p.claims(nil))
	expect(t, v, tokenWithoutKid, "no kid, key unknown", fault.Unauthenticated)
	p.publish(old, fresh, withoutKid)
	m.advance(6 * time.Second)
	expect(t, v, tokenWithoutKid, "no kid, after rotation", "")

	p.publish(fresh)
	expect(t, v, oldToken, "withdrawn, not noticed yet", "")
	m.advance(16 * time.Minute)
	expect(t, v, oldToken, "withdrawn", fault.Unauthenticated)
	expect(t, v, newToken, "the new one", "")
}

// Made-up key ids must not become as many requests to the issuer.
func TestRemoteDoesNotAmplify(t *testing.T) {
	p := newProvider(t)
	good := edKey(t, "1")
	p.publish(good)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: clock})
	expect(t, v, good.sign(t, p.claims(nil)), "good", "")
	for range 50 {
		expect(t, v, edKey(t, "inventada").sign(t, p.claims(nil)), "made up", fault.Unauthenticated)
	}
	for range 50 {
		expect(t, v, edKey(t, "1").sign(t, p.claims(nil)), "forged", fault.Unauthenticated)
	}
	if p.requests != 1 {
		t.Errorf("100 made-up keys made %d requests", p.requests-1)
	}
}

// Without the issuer nothing can be said about a token: UNAVAILABLE. Known
// keys stay good for a day.
func TestRemoteEmisorDown(t *testing.T) {
	p, m := newProvider(t), &moment{t: now}
	l, forged := edKey(t, "1"), edKey(t, "1")
	p.publish(l)
	token := l.sign(t, p.claims(changes{"exp": now.Add(72 * time.Hour).Unix()}))
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: m.now})

	p.change(func() { p.status = http.StatusBadGateway })
	expect(t, v, token, "502 at first use", fault.Unavailable)
	p.change(func() { p.status, p.raw = 0, "<html>" })
	m.advance(2 * time.Second)
	expect(t, v, token, "not JSON", fault.Unavailable)
	p.change(func() { p.raw = `{"keys":[{"kty":"oct","k":"c2VjcmV0","kid":"1"},{"kty":"OKP"},7]}` })
	m.advance(2 * time.Second)
	expect(t, v, token, "no key for us", fault.Unavailable)
	p.change(func() { p.raw = "" })
	m.advance(6 * time.Second)
	expect(t, v, token, "back", "")

	p.Close()
	expect(t, v, token, "down, keys known", "")
	expect(t, v, edKey(t, "2").sign(t, p.claims(nil)), "down, kid unknown: fetched just now", fault.Unauthenticated)
	m.advance(time.Hour)
	expect(t, v, token, "down for an hour", "")
	expect(t, v, edKey(t, "2").sign(t, p.claims(nil)), "down, kid unknown", fault.Unavailable)
	expect(t, v, forged.sign(t, p.claims(nil)), "down, forged", fault.Unauthenticated)
	m.advance(24 * time.Hour)
	expect(t, v, token, "down for a day", fault.Unavailable)
}

func TestRemoteDiscoveryOfAnotherEmisor(t *testing.T) {
	p := newProvider(t)
	l := edKey(t, "1")
	p.publish(l)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL + "/", Audience: "carpeta", Clock: clock})
	expect(t, v, l.sign(t, p.claims(changes{"iss": p.URL + "/"})), "issuer differs by a slash", fault.Unavailable)
}

func TestRemoteEndsWithTheContext(t *testing.T) {
	p := newProvider(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: clock})
	if _, err := v.Verify(ctx, edKey(t, "1").sign(t, p.claims(nil))); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("got %v", err)
	}
}
