package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// change takes one change of a document, or a code that shows it, from the day's budget of a person.
func (r *Resolver) change(quien auth.Principal) error {
	return ofTheDay(r.Cambios, quien, 1, "Se hicieron demasiados cambios de documentos en un día.")
}

// signedLinks signs links to files. They take as many from another such budget, all of them or none.
func (r *Resolver) signedLinks(ctx context.Context, quien auth.Principal, es []documento.Enlace) []batch.Result[string] {
	n := 0
	for _, e := range es {
		if e.HayArchivo() {
			n++
		}
	}
	err := ofTheDay(r.Links, quien, n, "Se pidieron demasiados enlaces a archivos en un día.")
	if err == nil {
		return r.Documentos.Enlaces(ctx, quien, es)
	}
	refused := make([]batch.Result[string], len(es))
	for i, e := range es {
		if e.HayArchivo() {
			refused[i].Err = err
		}
	}
	return refused
}

func ofTheDay(budget *quota.Ledger, quien auth.Principal, n int, mensaje string) error {
	if budget == nil || n == 0 {
		return nil
	}
	_, wait, ok := budget.Charge(quien.Sub, n)
	if ok {
		return nil
	}
	return fault.New(fault.RateLimited, mensaje).
		WithEspera(wait).WithRecuperacion("Espere los segundos que dice «reintentarEn» y siga más despacio.")
}
