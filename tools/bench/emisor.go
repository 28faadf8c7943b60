package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

const (
	audience = "carpeta"
	kid      = "bench"
)

// emisor is the identity provider of the servers under measurement: an issuer
// with one key, and its JWKS on loopback.
type emisor struct {
	signer  jose.Signer
	srv     *httptest.Server
	hostile *atomic.Bool // then it answers without end
}

func newEmisor() (*emisor, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: private}, (&jose.SignerOptions{}).WithHeader("kid", kid))
	if err != nil {
		return nil, err
	}
	set, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: public, KeyID: kid, Algorithm: string(jose.EdDSA), Use: "sig"}}})
	if err != nil {
		return nil, err
	}
	hostile := new(atomic.Bool)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for err := error(nil); hostile.Load() && err == nil; {
			_, err = w.Write(bytes.Repeat([]byte(" "), 1<<16))
		}
		_, _ = w.Write(set) // a client that left needs no answer
	}))
	return &emisor{signer, srv, hostile}, nil
}

func (e *emisor) close() { e.srv.Close() }

// env points a server to this issuer.
func (e *emisor) env() []string {
	return []string{"CARPETA_AUTH_ISSUER=" + e.srv.URL, "CARPETA_AUTH_AUDIENCE=" + audience, "CARPETA_AUTH_JWKS_URL=" + e.srv.URL}
}

// token is a citizen's, for the length of a run.
func (e *emisor) token(sub string) (string, error) { return e.withRol(sub, "ciudadano", "") }

// withRol is the token of somebody with a role; operadorID is "" unless the role needs one.
func (e *emisor) withRol(sub, rol, operadorID string) (string, error) {
	return e.withClaims(sub, map[string]any{"roles": []string{rol}, "operador": operadorID})
}

// entidad is the token of an entity's program.
func (e *emisor) entidad(sub, entidadID string) (string, error) {
	return e.withClaims(sub, map[string]any{"roles": []string{"entidad"}, "entidad": entidadID})
}

func (e *emisor) withClaims(sub string, claims map[string]any) (string, error) {
	now := time.Now()
	return jwt.Signed(e.signer).Claims(jwt.Claims{
		Issuer: e.srv.URL, Audience: jwt.Audience{audience}, Subject: sub,
		IssuedAt: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(now.Add(6 * time.Hour)),
	}).Claims(claims).Serialize()
}

// newSignature is an entity's key: what signs with it, as docs/api.md says, and its public part.
func newSignature() (sign func(content []byte) (string, error), jwks string, err error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, "", err
	}
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
