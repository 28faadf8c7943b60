package serverkit

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// emisor is an identity provider of a test's own: discovery, one key, and tokens.
type issuer struct {
	url string
	key ed25519.PrivateKey
}

const (
	audience = "carpeta"
	kid      = "prueba"
)

func newIssuer(t testing.TB) *issuer {
	t.Helper()
	public, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	serve := func(path string, v any) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(v) })
	}
	serve("/.well-known/openid-configuration", map[string]string{"issuer": srv.URL, "jwks_uri": srv.URL + "/llaves"})
	serve("/llaves", jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: public, KeyID: kid, Algorithm: "EdDSA", Use: "sig"}}})
	return &issuer{srv.URL, key}
}

// issue signs a token as an issuer out there would. Without a level of the sign-in the token says nothing about it.
func (e *issuer) issue(t testing.TB, h holder, ttl time.Duration) string {
	t.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: e.key}, (&jose.SignerOptions{}).WithHeader("kid", kid))
	if err != nil {
		t.Fatal(err)
	}
	if ttl < 0 {
		ttl -= time.Minute // beyond what a verifier forgives
	}
	now := time.Now()
	claims := map[string]any{
		"iss": e.url, "aud": audience, "sub": h.sub, "iat": now.Unix(), "exp": now.Add(ttl).Unix(),
		"roles": []string{h.rol}, claimOf(h.rol): h.of,
	}
	if h.acr != "" {
		claims["acr"], claims["auth_time"] = h.acr, now.Unix()
	}
	if h.permisos != nil {
		claims["permisos"] = h.permisos
	}
	token, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// claimOf is the claim that says whom a role acts for.
func claimOf(rol string) string {
	if rol == "entidad" {
		return "entidad"
	}
	return "operador"
}
