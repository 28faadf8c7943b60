package auth

import (
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Act is something for which a caller may have to sign in again (step-up authentication, RFC 9470).
type Act string

// The acts.
const (
	Aprobar        Act = "aprobar"         // let the deletion of a certified document begin
	EliminarVarios Act = "eliminar-varios" // delete several documents at once
	Entregar       Act = "entregar"        // deliver a document
	Exportar       Act = "exportar"        // export the trail by the REST face
	Embargar       Act = "embargar"        // hide events from an owner, or end that
	CerrarSesiones Act = "cerrar-sesiones" // end all sessions of one's own that began before
)

// ValidActs are all acts.
var ValidActs = []Act{Aprobar, EliminarVarios, Entregar, Exportar, Embargar, CerrarSesiones}

// actOf are the mutations that are an act.
var actOf = map[string]Act{
	"aprobarEliminacion": Aprobar,
	"eliminarDocumentos": EliminarVarios, "borrarYa": EliminarVarios,
	"entregarDocumento": Entregar, "confirmarEntrega": Entregar,
	"ordenarEmbargo": Embargar, "levantarEmbargo": Embargar,
	"cerrarSesiones": CerrarSesiones,
}

// ActsOf are the acts of the mutations that one operation names. Several times deleteDocumento are one, too.
func ActsOf(mutations []string) (acts []Act) {
	deletions := 0
	for _, name := range mutations {
		if act, ok := actOf[name]; ok {
			acts = append(acts, act)
		}
		if name == "deleteDocumento" {
			deletions++
		}
	}
	if deletions > 1 {
		acts = append(acts, EliminarVarios)
	}
	return acts
}

// StepUp is how a caller has to have signed in for an act; acts that it does not have need nothing.
type StepUp map[Act]fault.Challenge

// Check refuses the first of some acts for which the caller's token does not say enough.
func (s StepUp) Check(p Principal, now time.Time, acts ...Act) *fault.Error {
	for _, act := range acts {
		need, ok := s[act]
		if ok && !p.SignIn.meets(need, p.Leeway, now) {
			return fault.Plain(fault.InsufficientAuthentication).WithChallenge(need)
		}
	}
	return nil
}

func (s SignIn) meets(need fault.Challenge, leeway time.Duration, now time.Time) bool {
	return s.fits(need.ACRValues) && s.isFresh(need.MaxAge, leeway, now)
}

// fits: some issuers tell no level, and only the methods that were used.
func (s SignIn) fits(levels []string) bool {
	if len(levels) == 0 || slices.Contains(levels, s.ACR) {
		return true
	}
	return slices.ContainsFunc(s.AMR, func(method string) bool { return slices.Contains(levels, method) })
}

// isFresh: without a time, or with one that has not come yet, nobody knows when the person signed in.
func (s SignIn) isFresh(maxAge, leeway time.Duration, now time.Time) bool {
	age := now.Sub(s.At)
	return maxAge == 0 || !s.At.IsZero() && -leeway <= age && age <= maxAge+leeway
}
