package auth

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Role is a person's role in this system.
type Role string

// The roles of the claim "roles".
const (
	Ciudadano     Role = "ciudadano"     // sub is the ciudadanoId; reaches their own carpeta
	Operador      Role = "operador"      // reaches the deletions of its own operadorId, no documents
	Auditor       Role = "auditor"       // reads every deletion, changes nothing
	Entidad       Role = "entidad"       // delivers documents in the name of its entidadId, and sees its deliveries
	Administrador Role = "administrador" // keeps the registry of entities; sees no citizen's things
)

// ValidRoles are all roles.
var ValidRoles = []Role{Ciudadano, Operador, Auditor, Entidad, Administrador}

// Permiso is what somebody who works for an entity may do in its name.
type Permiso string

// The permissions of the claim "permisos". A token of an entity without the claim has Emision only.
const (
	Emision   Permiso = "emision"   // delivers documents, and sees the deliveries
	Solicitar Permiso = "solicitud" // asks citizens for documents
	Consultar Permiso = "consulta"  // looks at what citizens authorised
)

// ValidPermisos are all permissions.
var ValidPermisos = []Permiso{Emision, Solicitar, Consultar}

// Principal is the caller, as proven by a token.
type Principal struct {
	Token      TokenID // which token; zero if it does not say
	Thumbprint Thumbprint
	Issued     time.Time // when; the beginning of 1970 if the token does not say
	Sub        string    // the token's subject; the ciudadanoId of a ciudadano
	Roles      []Role
	OperadorID string        // set for every operador
	EntidadID  string        // set for every entidad
	Permisos   []Permiso     // of an entidad; nil: Emision
	Expires    time.Time     // when the token ends; long-lived connections close then
	Leeway     time.Duration // how long after it the token is still taken, for the difference between clocks
	SignIn     SignIn        // how and when they signed in
	Finalidad  Finalidad     // what they act for, as the token says or else the request
	Witness    Witness       // of what they are refused; nil: nobody
}

// Has reports whether the principal has a role.
func (p Principal) Has(role Role) bool { return slices.Contains(p.Roles, role) }

// may reports whether the principal acts for an entity with a permission.
func (p Principal) may(que Permiso) bool {
	if p.EntidadID == "" || !p.Has(Entidad) {
		return false
	}
	if p.Permisos == nil {
		return que == Emision
	}
	return slices.Contains(p.Permisos, que)
}

// Begun is when the session of the token began: when the person signed in, or, if the token does not say, when it was
// issued. The tokens that an issuer renews for a session belong to the time when the session began.
func (p Principal) Begun() time.Time {
	if !p.SignIn.At.IsZero() && p.SignIn.At.Before(p.Issued) {
		return p.SignIn.At
	}
	return p.Issued
}

type contextKey struct{}

// WithPrincipal puts the principal into a request's context.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, contextKey{}, p)
}

// FromContext is the request's principal, if it proved one.
func FromContext(ctx context.Context) (Principal, bool) {
	p, ok := ctx.Value(contextKey{}).(Principal)
	return p, ok
}

// Require is FromContext for whatever needs somebody: UNAUTHENTICATED otherwise.
func Require(ctx context.Context) (Principal, error) {
	p, ok := FromContext(ctx)
	if !ok {
		return Principal{}, fault.Plain(fault.Unauthenticated).
			WithRecuperacion("Envíe un token válido en el encabezado Authorization: Bearer … (o en connection_init).")
	}
	return p, nil
}
