package carpeta

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Servicio is how carpetas are opened and read by people.
type Servicio struct {
	Store     Store
	Apertura  Apertura
	Escribano auditoria.Escribano
	Conocidas *Conocidas // nil: every carpeta is read each time
}

// Ver reads a carpeta that the caller may see; NOT_FOUND otherwise, be it absent
// or somebody else's.
func (s *Servicio) Ver(ctx context.Context, quien auth.Principal, carpetaID string) (Carpeta, error) {
	if err := validID(carpetaID); err != nil {
		return Carpeta{}, err
	}
	c, err := Read(ctx, s.Store, carpetaID)
	return s.visible(quien, c, err)
}

// VerVarios is Ver for up to 100 carpetas in one call of the store: a result for
// each id, in their order. May lag behind writes.
func (s *Servicio) VerVarios(ctx context.Context, quien auth.Principal, carpetaIDs []string) []batch.Result[Carpeta] {
	return batch.Check(readMany(ctx, s.Store, carpetaIDs), func(c Carpeta) error {
		remember(ctx, c)
		return auth.MayReadCarpeta(quien, c.CiudadanoID)
	})
}

// Mia reads the caller's own carpeta, and opens it if a first visit does so. A citizen that has
// none gets SIN_CARPETA; anybody else, who can have none, NOT_FOUND.
func (s *Servicio) Mia(ctx context.Context, quien auth.Principal) (Carpeta, error) {
	c, err := s.suya(ctx, quien)
	if errors.Is(err, fault.NotFound) && quien.Has(auth.Ciudadano) {
		c, err = s.primerIngreso(ctx, quien)
	}
	if err != nil {
		return Carpeta{}, auth.Hidden(err)
	}
	remember(ctx, c)
	return s.visible(quien, c, nil)
}

// suya finds the caller's carpeta: by its id, if that is known, which is a call less.
func (s *Servicio) suya(ctx context.Context, quien auth.Principal) (Carpeta, error) {
	if known, ok := s.Conocidas.propia(quien); ok {
		c, err := s.Store.Carpeta(ctx, known.CarpetaID)
		if err == nil && c.CiudadanoID == quien.Sub {
			return c, nil
		}
		if err != nil && !errors.Is(err, fault.NotFound) {
			return Carpeta{}, err
		}
	}
	return s.Store.CarpetaDeCiudadano(ctx, quien.Sub)
}

// MaySee decides for several carpetas at once whether the caller may see what is in them: nil, or the error that
// Ver would return.
func (s *Servicio) MaySee(ctx context.Context, quien auth.Principal, carpetaIDs []string) map[string]error {
	puede := make(map[string]error, len(carpetaIDs))
	for id, dueno := range Duenos(ctx, s.Store, carpetaIDs) {
		if puede[id] = dueno.Err; dueno.Err == nil {
			puede[id] = auth.MayReadCarpeta(quien, dueno.Value.CiudadanoID)
		}
	}
	return puede
}

// visible is a carpeta that was read, if the caller may see it.
func (s *Servicio) visible(quien auth.Principal, c Carpeta, err error) (Carpeta, error) {
	if err == nil {
		err = auth.MayReadCarpeta(quien, c.CiudadanoID)
	}
	if err != nil {
		return Carpeta{}, err
	}
	s.Conocidas.guardar(c)
	return c, nil
}

// validID refuses a text that cannot be a carpeta's id, before a store is asked for it.
func validID(carpetaID string) error {
	if !relay.IsUUID(carpetaID) {
		return auth.NotFound()
	}
	return nil
}
