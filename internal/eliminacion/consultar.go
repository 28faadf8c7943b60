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
	return e, auth.PuedeLeerEliminacion(quien, dueno, e.OperadorID)
}

// VerVarios is Ver for up to 100 deletions: a result for each id, in their order. It
// costs two calls of the store at most. May lag behind writes.
func (s *Servicio) VerVarios(ctx context.Context, quien auth.Principal, eventoIDs []string) []batch.Result[Eliminacion] {
	es := batch.Lookup[string, Eliminacion]{
		Refuse: esID, Read: s.Store.Eliminaciones, Key: func(e Eliminacion) string { return e.EventoID }, Absent: auth.NoEncontrado(),
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
		return auth.PuedeLeerEliminacion(quien, dueno.Value, e.OperadorID)
	})
}

// conDueno reads a deletion and whose folder it is in.
func (s *Servicio) conDueno(ctx context.Context, eventoID string) (Eliminacion, string, error) {
	if err := esID(eventoID); err != nil {
		return Eliminacion{}, "", err
	}
	e, err := s.Store.Eliminacion(ctx, eventoID)
	if err != nil {
		return Eliminacion{}, "", auth.Oculto(err)
	}
	c, err := carpeta.Leer(ctx, s.Carpetas, e.CarpetaID)
	return e, c.CiudadanoID, err
}

// esID refuses what cannot be an eventoId before a store is asked for it.
func esID(eventoID string) error {
	if !relay.IsUUID(eventoID) {
		return auth.NoEncontrado()
	}
	return nil
}

// Cancelar takes a deletion back while its undo window is open, or a request that
// nobody has decided yet.
func (s *Servicio) Cancelar(ctx context.Context, quien auth.Principal, eventoID string) (Eliminacion, error) {
	return s.pedir(ctx, quien, eventoID, peticion{suceso: CancelarPedido, permite: func(e Eliminacion, dueno string) error {
		if e.Aprobacion != nil {
			return auth.PuedeRetirar(quien, dueno, e.OperadorID, e.SolicitadaPor)
		}
		return auth.PuedeCancelar(quien, dueno, e.OperadorID)
	}})
}

// Reintentar runs a failed deletion again that is past its pivot.
func (s *Servicio) Reintentar(ctx context.Context, quien auth.Principal, eventoID string) (Eliminacion, error) {
	return s.pedir(ctx, quien, eventoID, peticion{suceso: ReintentarPedido, permite: func(e Eliminacion, dueno string) error {
		return auth.PuedeReintentar(quien, dueno, e.OperadorID)
	}})
}

// peticion is what somebody asks of a saga, and whether they may.
type peticion struct {
	suceso     Suceso
	comentario string
	permite    func(e Eliminacion, dueno string) error
}

func (s *Servicio) pedir(ctx context.Context, quien auth.Principal, eventoID string, p peticion) (Eliminacion, error) {
	e, dueno, err := s.conDueno(ctx, eventoID)
	if err != nil {
		return Eliminacion{}, err
	}
	if err := p.permite(e, dueno); err != nil {
		return Eliminacion{}, err
	}
	e, cambio, err := s.ocurrir(ctx, e, p.suceso, Detalle{Quien: quien.Sub, Comentario: p.comentario})
	if cambio && e.Aprobacion != nil && p.suceso != ReintentarPedido {
		s.anotarDecision(e, quien, dueno)
	}
	return e, err
}

// DeCarpeta is a page of a folder's deletions, newest first. The caller was
// allowed to read the folder before.
func (s *Servicio) DeCarpeta(ctx context.Context, quien auth.Principal, c carpeta.Carpeta, args relay.Args) (*relay.Connection[Eliminacion], error) {
	lista := relay.List[Eliminacion]{
		Cursors: s.Cursores, Clock: s.Ahora, Scope: relay.NewScope("eliminaciones", quien.Sub, c.CarpetaID), Version: c.Version,
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

// Eliminacion reads a saga for somebody who was allowed to see it before.
func (s *Servicio) Eliminacion(ctx context.Context, eventoID string) (Eliminacion, error) {
	return s.Store.Eliminacion(ctx, eventoID)
}
