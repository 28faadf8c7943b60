package world

import (
	"crypto/ed25519"
	"crypto/rand"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// Signer is an entity's program: a key, and what it signs with it.
type Signer struct {
	EntidadID, KeyID string
	Private          any
	Algorithm        jose.SignatureAlgorithm
}

// NewSigner has a new Ed25519 key.
func NewSigner(t testing.TB, entidadID, keyID string) Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	must(t, err)
	return Signer{entidadID, keyID, private, jose.EdDSA}
}

// JWKS is its public key, as it is registered.
func (s Signer) JWKS(t testing.TB) string {
	t.Helper()
	key := jose.JSONWebKey{Key: s.Private, KeyID: s.KeyID}
	public := key.Public()
	text, err := public.MarshalJSON()
	must(t, err)
	return `{"keys":[` + string(text) + `]}`
}

// Sign is a detached compact JWS over content.
func (s Signer) Sign(t testing.TB, content []byte, at time.Time) string {
	t.Helper()
	options := (&jose.SignerOptions{}).WithHeader("kid", s.KeyID).WithHeader("iat", at.Unix())
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: s.Algorithm, Key: s.Private}, options)
	must(t, err)
	signed, err := signer.Sign(content)
	must(t, err)
	compact, err := signed.DetachedCompactSerialize()
	must(t, err)
	return compact
}

// Principal is a program of the entity.
func (s Signer) Principal() auth.Principal {
	return auth.Principal{Sub: "programa de " + s.EntidadID, Roles: []auth.Role{auth.Entidad}, EntidadID: s.EntidadID}
}

// Administrador keeps the registry.
func Administrador() auth.Principal {
	return auth.Principal{Sub: "hugo", Roles: []auth.Role{auth.Administrador}}
}
