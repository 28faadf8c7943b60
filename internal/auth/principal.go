package auth

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Rol is what somebody is to this system.
type Rol string

// The roles of the claim "roles".
const (
	Ciudadano Rol = "ciudadano" // sub is the ciudadanoId; reaches their own carpeta
	Operador  Rol = "operador"  // reaches the deletions of its own operadorId, no documents
	Auditor   Rol = "auditor"   // reads every deletion, changes nothing
)

// RolesValidos are all roles.
var RolesValidos = []Rol{Ciudadano, Operador, Auditor}

// Principal is who is asking, as proven by a token.
type Principal struct {
	Sub        string // the token's subject; the ciudadanoId of a ciudadano
	Roles      []Rol
	OperadorID string        // set for every operador
	Expira     time.Time     // when the token ends; long-lived connections close then
	Gracia     time.Duration // how long after it the token is still taken, for the difference between clocks
}

// Tiene reports whether the principal has a role.
func (p Principal) Tiene(rol Rol) bool { return slices.Contains(p.Roles, rol) }

type claveContexto struct{}

// WithPrincipal puts the principal into a request's context.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, claveContexto{}, p)
}

// FromContext is the request's principal, if it proved one.
func FromContext(ctx context.Context) (Principal, bool) {
	p, ok := ctx.Value(claveContexto{}).(Principal)
	return p, ok
}

// Requerir is FromContext for whatever needs somebody: UNAUTHENTICATED otherwise.
func Requerir(ctx context.Context) (Principal, error) {
	p, ok := FromContext(ctx)
	if !ok {
		return Principal{}, fault.Plain(fault.Unauthenticated).
			ConRecuperacion("Envíe un token válido en el encabezado Authorization: Bearer … (o en connection_init).")
	}
	return p, nil
}
