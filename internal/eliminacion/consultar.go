package eliminacion

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Ver reads a deletion that the caller may see; NOT_FOUND otherwise.
func (s *Servicio) Ver(ctx context.Context, quien auth.Principal, eventoID string) (Eliminacion, error) {
	e, dueno, err := s.conDueno(ctx, eventoID)
	if err != nil {
		return Eliminacion{}, err
	}
	return e, auth.MayReadEliminacion(quien, dueno, e.OperadorID)
}

// VerVarios is Ver for up to 100 deletions: a result for each id, in their order. It
// costs two calls of the store at most. May lag behind writes.
func (s *Servicio) VerVarios(ctx context.Context, quien auth.Principal, eventoIDs []string) []batch.Result[Eliminacion] {
	es := batch.Lookup[string, Eliminacion]{
		Refuse: validID, Read: s.Store.Eliminaciones, Key: func(e Eliminacion) string { return e.EventoID }, Absent: auth.NotFound(),
	}.All(ctx, eventoIDs)
	var carpetaIDs []string
	for _, e := range es {
		if e.Err == nil {
			carpetaIDs = append(carpetaIDs, e.Value.CarpetaID)
		}
	}
	duenos := carpeta.Duenos(ctx, s.Carpetas, carpetaIDs)
	return batch.Check(es, func(e Eliminacion) error {
		dueno := duenos[e.CarpetaID]
		if dueno.Err != nil {
			return dueno.Err
		}
		return auth.MayReadEliminacion(quien, dueno.Value, e.OperadorID)
	})
}

// conDueno reads a deletion and whose folder it is in.
func (s *Servicio) conDueno(ctx context.Context, eventoID string) (Eliminacion, string, error) {
	if err := validID(eventoID); err != nil {
		return Eliminacion{}, "", err
	}
	e, err := s.Store.Eliminacion(ctx, eventoID)
	if err != nil {
		return Eliminacion{}, "", auth.Hidden(err)
	}
	c, err := carpeta.Read(ctx, s.Carpetas, e.CarpetaID)
	return e, c.CiudadanoID, err
}

// validID refuses a text that cannot be an eventoId, before a store is asked for it.
func validID(eventoID string) error {
	if !relay.IsUUID(eventoID) {
		return auth.NotFound()
	}
	return nil
}

// DeCarpeta is a page of a folder's deletions, newest first. The caller was
// allowed to read the folder before.
func (s *Servicio) DeCarpeta(ctx context.Context, quien auth.Principal, c carpeta.Carpeta, args relay.Args) (*relay.Connection[Eliminacion], error) {
	lista := relay.List[Eliminacion]{
		Cursors: s.Cursores, Clock: s.Clock, Scope: relay.NewScope("eliminaciones", quien.Sub, c.CarpetaID), Version: c.Version,
		Key: Eliminacion.ClaveCarpeta,
		Walk: func(ctx context.Context, after string, backward bool, limit int) ([]Eliminacion, error) {
			return s.Store.DeCarpeta(ctx, ConsultaCarpeta{CarpetaID: c.CarpetaID, Descendente: !backward, Desde: after, Limite: limit})
		},
	}
	return lista.Page(ctx, args)
}

// Recientes lists a folder's newest 100 deletions, in any state.
func (s *Servicio) Recientes(ctx context.Context, carpetaID string) ([]Eliminacion, error) {
	return s.Store.DeCarpeta(ctx, ConsultaCarpeta{CarpetaID: carpetaID, Descendente: true, Limite: relay.MaxPage})
}

// Eliminacion reads a saga for a caller that was allowed to see it before.
func (s *Servicio) Eliminacion(ctx context.Context, eventoID string) (Eliminacion, error) {
	return s.Store.Eliminacion(ctx, eventoID)
}
