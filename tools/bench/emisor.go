package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

const tokensLast = 6 * time.Hour // longer than a run

// emisor is the identity provider of the servers under measurement: an issuer, and its JWKS on loopback.
type emisor struct {
	issuer *auth.Emisor
	srv    *httptest.Server
}

func newEmisor(dir string) (*emisor, error) {
	issuer, err := auth.OpenEmisor(dir, time.Now)
	if err != nil {
		return nil, err
	}
	set, err := json.Marshal(issuer.JWKS())
	if err != nil {
		return nil, err
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(set) // a client that left needs no answer
	}))
	return &emisor{issuer.Named(srv.URL), srv}, nil
}

func (e *emisor) close() { e.srv.Close() }

// env points a server to this issuer.
func (e *emisor) env() []string {
	return []string{"CARPETA_AUTH_ISSUER=" + e.srv.URL, "CARPETA_AUTH_AUDIENCE=" + auth.LocalAudience, "CARPETA_AUTH_JWKS_URL=" + e.srv.URL}
}

// token is a citizen's.
func (e *emisor) token(sub string) (string, error) { return e.withRol(sub, auth.Ciudadano, "") }

// withRol is the token of somebody with a role; of is the operador or the entity that some roles act for.
func (e *emisor) withRol(sub string, rol auth.Role, of string) (string, error) {
	return e.issuer.Issue(sub, rol, of, tokensLast)
}

// newSignature is an entity's key: what signs with it, as docs/api.md says, and its public part.
func newSignature() (sign func(content []byte) (string, error), jwks string, err error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, "", err
	}
	const kid = "bench"
	set, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: public, KeyID: kid, Algorithm: string(jose.EdDSA), Use: "sig"}}})
	if err != nil {
		return nil, "", err
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: private}, (&jose.SignerOptions{}).WithHeader("kid", kid).WithHeader("iat", time.Now().Unix()))
	return func(content []byte) (string, error) {
		signed, err := signer.Sign(content)
		if err != nil {
			return "", err
		}
		return signed.DetachedCompactSerialize()
	}, string(set), err
}
