package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

const (
	publico = "carpeta"
	kid     = "bench"
)

// emisor is the identity provider of the servers under measurement: an issuer
// with one key, and its JWKS on loopback.
type emisor struct {
	firmante jose.Signer
	srv      *httptest.Server
}

func nuevoEmisor() (*emisor, error) {
	publica, privada, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	firmante, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: privada}, (&jose.SignerOptions{}).WithHeader("kid", kid))
	if err != nil {
		return nil, err
	}
	juego, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: publica, KeyID: kid, Algorithm: string(jose.EdDSA), Use: "sig"}}})
	if err != nil {
		return nil, err
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(juego) // a client that left needs no answer
	}))
	return &emisor{firmante, srv}, nil
}

func (e *emisor) cerrar() { e.srv.Close() }

// entorno points a server to this issuer.
func (e *emisor) entorno() []string {
	return []string{"CARPETA_AUTH_ISSUER=" + e.srv.URL, "CARPETA_AUTH_AUDIENCE=" + publico, "CARPETA_AUTH_JWKS_URL=" + e.srv.URL}
}

// token is a citizen's, for the length of a run.
func (e *emisor) token(sub string) (string, error) { return e.conRol(sub, "ciudadano") }

func (e *emisor) conRol(sub, rol string) (string, error) {
	ahora := time.Now()
	return jwt.Signed(e.firmante).Claims(jwt.Claims{
		Issuer: e.srv.URL, Audience: jwt.Audience{publico}, Subject: sub,
		IssuedAt: jwt.NewNumericDate(ahora), Expiry: jwt.NewNumericDate(ahora.Add(6 * time.Hour)),
	}).Claims(map[string]any{"roles": []string{rol}}).Serialize()
}
