package auth

import (
	"slices"

	"github.com/go-jose/go-jose/v4/jwt"
)

// claims are the claims of a token that docs/operacion.md asks for.
type claims struct {
	jwt.Claims
	Roles    []Role    `json:"roles"`
	Operador string    `json:"operador,omitempty"`
	Entidad  string    `json:"entidad,omitempty"`
	Permisos []Permiso `json:"permisos,omitempty"`

	Proposito string `json:"proposito,omitempty"`
	BaseLegal string `json:"base_legal,omitempty"`

	token  TokenID
	signIn SignIn
}

// compact is what is used of good claims: it is remembered, and the rest of a token can
// be long.
func (v *verifier) compact(r claims) claims {
	r.token = tokenID(r.ID)
	r.Issuer, r.Audience, r.ID = v.emisor, jwt.Audience{v.audience}, ""
	var roles []Role
	for _, role := range ValidRoles {
		if slices.Contains(r.Roles, role) {
			roles = append(roles, role)
		}
	}
	r.Roles = roles
	return r
}

func (v *verifier) principal(r claims) Principal {
	return Principal{
		Token: r.token, Issued: r.IssuedAt.Time().UTC(), Expires: r.Expiry.Time().UTC(), Leeway: v.leeway,
		Sub: r.Subject, Roles: r.Roles, OperadorID: r.Operador, EntidadID: r.Entidad, Permisos: r.Permisos,
		Finalidad: Finalidad{r.Proposito, r.BaseLegal}, SignIn: r.signIn,
	}
}
