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
type emisor struct {
	url     string
	privada ed25519.PrivateKey
}

const (
	publico = "carpeta"
	kid     = "prueba"
)

func nuevoEmisor(t testing.TB) *emisor {
	t.Helper()
	publica, privada, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	servir := func(ruta string, v any) {
		mux.HandleFunc("GET "+ruta, func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(v) })
	}
	servir("/.well-known/openid-configuration", map[string]string{"issuer": srv.URL, "jwks_uri": srv.URL + "/llaves"})
	servir("/llaves", jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: publica, KeyID: kid, Algorithm: "EdDSA", Use: "sig"}}})
	return &emisor{srv.URL, privada}
}

// emitir signs a token as an issuer out there would.
func (e *emisor) emitir(t testing.TB, sub, rol, operador string, ttl time.Duration) string {
	t.Helper()
	firmante, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: e.privada}, (&jose.SignerOptions{}).WithHeader("kid", kid))
	if err != nil {
		t.Fatal(err)
	}
	if ttl < 0 {
		ttl -= time.Minute // beyond what a verifier forgives
	}
	ahora := time.Now()
	token, err := jwt.Signed(firmante).Claims(map[string]any{
		"iss": e.url, "aud": publico, "sub": sub, "iat": ahora.Unix(), "exp": ahora.Add(ttl).Unix(),
		"roles": []string{rol}, "operador": operador,
	}).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}
