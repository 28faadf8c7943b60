package world

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/verificable"
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

// Declare is a request for a statement of version 2, signed.
func (s Signer) Declare(t testing.TB, p entrega.Pedido, at time.Time) entrega.Pedido {
	t.Helper()
	d := p.Declarado
	salt, err := base64.RawURLEncoding.DecodeString(d.Sal)
	must(t, err)
	states := verificable.Declaracion{
		Version: 2, HashDocumento: p.Nuevo.Hash, TipoDocumento: string(p.Nuevo.Tipo), Titulo: p.Nuevo.Titulo, FechaEmision: d.FechaEmision,
		Titular: verificable.Titular{CiudadanoID: p.CiudadanoID, Nombre: d.Nombre, Sal: salt}.Sello(),
		Numero:  d.Numero, Vigencia: d.Vigencia, ReemplazaA: d.ReemplazaA,
	}
	p.Firma = s.Sign(t, states.Bytes(), at)
	return p
}

// Revoke is a delivery taken back, signed.
func (s Signer) Revoke(t testing.TB, entregaID, motivo string, at time.Time) entrega.Revocacion {
	t.Helper()
	content := verificable.Revocacion{EntregaID: entregaID, Motivo: motivo}.Bytes()
	return entrega.Revocacion{EntregaID: entregaID, Motivo: motivo, Firma: s.Sign(t, content, at)}
}

// Principal is a program of the entity.
func (s Signer) Principal() auth.Principal {
	return auth.Principal{Sub: "programa de " + s.EntidadID, Roles: []auth.Role{auth.Entidad}, EntidadID: s.EntidadID}
}

// Administrador keeps the registry.
func Administrador() auth.Principal {
	return auth.Principal{Sub: "hugo", Roles: []auth.Role{auth.Administrador}}
}
