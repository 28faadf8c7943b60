package carpeta

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Servicio is how carpetas are read by people.
type Servicio struct{ Store Store }

// Ver reads a carpeta that the caller may see; NOT_FOUND otherwise, be it absent
// or somebody else's.
func (s *Servicio) Ver(ctx context.Context, quien auth.Principal, carpetaID string) (Carpeta, error) {
	if !relay.IsUUID(carpetaID) {
		return Carpeta{}, auth.NoEncontrado()
	}
	c, err := s.Store.Carpeta(ctx, carpetaID)
	if err != nil {
		return Carpeta{}, auth.Oculto(err)
	}
	if err := auth.PuedeLeerCarpeta(quien, c.CiudadanoID); err != nil {
		return Carpeta{}, err
	}
	return c, nil
}

// Mia reads the caller's own carpeta.
func (s *Servicio) Mia(ctx context.Context, quien auth.Principal) (Carpeta, error) {
	c, err := s.Store.CarpetaDeCiudadano(ctx, quien.Sub)
	if err != nil {
		return Carpeta{}, auth.Oculto(err)
	}
	if err := auth.PuedeLeerCarpeta(quien, c.CiudadanoID); err != nil {
		return Carpeta{}, err
	}
	return c, nil
}
