package auth_test

import (
	"crypto"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// TestTokenHasOneSpelling: the last character of a part has bits that decode to nothing.
func TestTokenHasOneSpelling(t *testing.T) {
	p := newProvider(t)
	k := edKey(t, "1")
	p.publish(k)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: clock})
	good := k.sign(t, p.claims(nil))
	expect(t, v, good, "good", "")
	body, last := good[:len(good)-1], good[len(good)-1]
	for _, c := range []byte(alphabet) {
		if c != last {
			expect(t, v, body+string(c), "ends with "+string(c), fault.Unauthenticated)
		}
	}
}

// TestCriticalExtensionsAreRefused: whatever they are, and none of them too.
func TestCriticalExtensionsAreRefused(t *testing.T) {
	p := newProvider(t)
	k := edKey(t, "1")
	p.publish(k)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: clock})
	content, err := json.Marshal(p.claims(nil))
	if err != nil {
		t.Fatal(err)
	}
	for member, want := range map[string]fault.Code{
		``:                           "",
		`,"crit":[]`:                 fault.Unauthenticated,
		`,"crit":null`:               fault.Unauthenticated,
		`,"crit":["b64"],"b64":true`: fault.Unauthenticated,
		`,"crit":["exp"],"exp":1`:    fault.Unauthenticated,
	} {
		header := `{"alg":"EdDSA","kid":"1"` + member + `}`
		signed := base64.RawURLEncoding.EncodeToString([]byte(header)) + "." + base64.RawURLEncoding.EncodeToString(content)
		signature, err := k.private.Sign(rand.Reader, []byte(signed), crypto.Hash(0))
		if err != nil {
			t.Fatal(err)
		}
		expect(t, v, strings.Join([]string{signed, base64.RawURLEncoding.EncodeToString(signature)}, "."), header, want)
	}
}
