package eliminacion

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/relay"
)

// Ver reads a deletion that the caller may see; NOT_FOUND otherwise.
func (s *Servicio) Ver(ctx context.Context, quien auth.Principal, eventoID string) (Eliminacion, error) {
	e, dueno, err := s.conDueno(ctx, eventoID)
	if err != nil {
		return Eliminacion{}, err
	}
	return e, auth.PuedeLeerEliminacion(quien, dueno, e.OperadorID)
}

// conDueno reads a deletion and whose folder it is in.
func (s *Servicio) conDueno(ctx context.Context, eventoID string) (Eliminacion, string, error) {
	if !relay.IsUUID(eventoID) {
		return Eliminacion{}, "", auth.NoEncontrado()
	}
	e, err := s.Store.Eliminacion(ctx, eventoID)
	if err != nil {
		return Eliminacion{}, "", auth.Oculto(err)
	}
	c, err := s.Carpetas.Carpeta(ctx, e.CarpetaID)
	return e, c.CiudadanoID, auth.Oculto(err)
}

// Cancelar takes a deletion back while its undo window is open.
func (s *Servicio) Cancelar(ctx context.Context, quien auth.Principal, eventoID string) (Eliminacion, error) {
	return s.pedir(ctx, eventoID, CancelarPedido, func(dueno, operador string) error {
		return auth.PuedeCancelar(quien, dueno, operador)
	})
}

// Reintentar runs a failed deletion again that is past its pivot.
func (s *Servicio) Reintentar(ctx context.Context, quien auth.Principal, eventoID string) (Eliminacion, error) {
	return s.pedir(ctx, eventoID, ReintentarPedido, func(dueno, operador string) error {
		return auth.PuedeReintentar(quien, dueno, operador)
	})
}

func (s *Servicio) pedir(ctx context.Context, eventoID string, suceso Suceso, permite func(dueno, operador string) error) (Eliminacion, error) {
	e, dueno, err := s.conDueno(ctx, eventoID)
	if err != nil {
		return Eliminacion{}, err
	}
	if err := permite(dueno, e.OperadorID); err != nil {
		return Eliminacion{}, err
	}
	return s.aplicar(ctx, e, suceso, Falla{})
}

// DeCarpeta is a page of a folder's deletions, newest first. The caller was
// allowed to read the folder before.
func (s *Servicio) DeCarpeta(ctx context.Context, quien auth.Principal, c carpeta.Carpeta, args relay.Args) (*relay.Connection[Eliminacion], error) {
	page, err := args.Page()
	if err != nil {
		return nil, err
	}
	scope := relay.Scope{"eliminaciones", quien.Sub, c.CarpetaID}
	var from relay.Position
	if page.Cursor != "" {
		if from, err = s.Cursores.Open(page.Cursor, scope, s.Ahora()); err != nil {
			return nil, err
		}
	}
	walk := func(ctx context.Context, after string, backward bool, limit int) ([]Eliminacion, error) {
		return s.Store.DeCarpeta(ctx, ConsultaCarpeta{CarpetaID: c.CarpetaID, Descendente: !backward, Desde: after, Limite: limit})
	}
	return relay.Build(ctx, page, from.Key, s.Cursores.Signer(scope, s.Ahora(), c.Version), Eliminacion.ClaveCarpeta, walk)
}

// Recientes lists a folder's newest 100 deletions, in any state.
func (s *Servicio) Recientes(ctx context.Context, carpetaID string) ([]Eliminacion, error) {
	return s.Store.DeCarpeta(ctx, ConsultaCarpeta{CarpetaID: carpetaID, Descendente: true, Limite: relay.MaxPage})
}

// Eliminacion reads a saga for somebody who was allowed to see it before.
func (s *Servicio) Eliminacion(ctx context.Context, eventoID string) (Eliminacion, error) {
	return s.Store.Eliminacion(ctx, eventoID)
}
