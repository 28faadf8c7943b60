package entidad

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Nombres are the public names of entities, for anybody: a result for each id, in their order, "" for one that
// is not registered any more.
func (s *Servicio) Nombres(ctx context.Context, _ auth.Principal, entidadIDs []string) []batch.Result[string] {
	nombres := make([]batch.Result[string], len(entidadIDs))
	for i, id := range entidadIDs {
		e, err := s.Store.Entidad(ctx, id)
		if errors.Is(err, fault.NotFound) {
			err = nil
		}
		nombres[i] = batch.Result[string]{Value: e.Nombre, Err: err}
	}
	return nombres
}
