package resolvers

import (
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// change takes one change of a document from the day's budget of a person.
func (r *Resolver) change(quien auth.Principal) error {
	if r.Cambios == nil {
		return nil
	}
	_, wait, ok := r.Cambios.Charge(quien.Sub, 1)
	if ok {
		return nil
	}
	return fault.New(fault.RateLimited, "Se hicieron demasiados cambios de documentos en un día.").
		WithEspera(wait).WithRecuperacion("Espere los segundos que dice «reintentarEn» y siga más despacio.")
}
