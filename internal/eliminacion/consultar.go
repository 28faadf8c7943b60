package eliminacion

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
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
	if err := auth.MayReadEliminacion(quien, dueno, e.OperadorID); err != nil {
		return Eliminacion{}, err
	}
	return e, s.Auditoria.Ajenos(ctx, quien, e.leida(auditoria.NodoLeido, dueno))
}

// VerVarios is Ver for up to 100 deletions: a result for each id, in their order. It
// costs two calls of the store at most, and one of the trail if some are others'. May lag behind writes.
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
	es = batch.Check(es, func(e Eliminacion) error {
		dueno := duenos[e.CarpetaID]
		if dueno.Err != nil {
			return dueno.Err
		}
		return auth.MayReadEliminacion(quien, dueno.Value.CiudadanoID, e.OperadorID)
	})
	var leidas []auditoria.Leido
	for _, e := range es {
		if e.Err == nil {
			leidas = append(leidas, e.Value.leida(auditoria.NodoLeido, duenos[e.Value.CarpetaID].Value.CiudadanoID))
		}
	}
	if err := s.Auditoria.Ajenos(ctx, quien, leidas...); err != nil {
		return batch.Check(es, func(Eliminacion) error { return err })
	}
	return es
}

// RecursoEliminacion is the kind of a deletion in the trail.
const RecursoEliminacion = "eliminacion"

// leida is the look of somebody at a deletion.
func (e Eliminacion) leida(tipo auditoria.Tipo, dueno string) auditoria.Leido {
	return auditoria.Leido{
		Tipo: tipo, Recurso: auditoria.Recurso{Tipo: RecursoEliminacion, ID: e.EventoID}, OperadorID: e.OperadorID,
		CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID, Dueno: dueno,
	}
}

// AnotarLista writes down that somebody looks in office at a list that shows these deletions.
func (s *Servicio) AnotarLista(ctx context.Context, quien auth.Principal, es []Eliminacion) error {
	leidas := make([]auditoria.Leido, len(es))
	for i, e := range es {
		leidas[i] = e.leida(auditoria.ListaLeida, "")
	}
	return s.Auditoria.Ajenos(ctx, quien, leidas...)
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
func (s *Servicio) DeCarpeta(ctx context.Context, quien auth.Principal, c carpeta.Carpeta, f Filtro, args relay.Args) (*relay.Connection[Eliminacion], error) {
	f, err := f.validado()
	if err != nil {
		return nil, err
	}
	lista := relay.List[Eliminacion]{
		Cursors: s.Cursores, Clock: s.Clock, Scope: f.scope(quien.Sub, c.CarpetaID),
		Key: Eliminacion.ClaveCarpeta,
		Walk: func(ctx context.Context, after string, backward bool, limit int) ([]Eliminacion, error) {
			q := ConsultaCarpeta{CarpetaID: c.CarpetaID, Descendente: !backward, Desde: after, Limite: limit}
			if f.vacio() {
				return s.Store.DeCarpeta(ctx, q)
			}
			return s.filtrada(ctx, q, f)
		},
	}
	return lista.Page(ctx, args)
}

// Cambios are the deletions of a folder that somebody who follows it has to know.
type Cambios struct {
	Al            time.Time // when the reading began
	Eliminaciones []Eliminacion
	Demasiadas    bool // not all that ended are among them
}

const (
	memoriaDeCarpeta = 24 * time.Hour // a client that comes back gets what ended since then
	maxTerminadas    = relay.MaxPage  // the newest of them
	maxEnCurso       = 1000           // the oldest of those under way; of the others events tell
)

// Cambiadas lists a folder's deletions that are under way, oldest first, and before them those
// that ended since a moment, or in the last 24 hours. The caller was allowed to see it.
func (s *Servicio) Cambiadas(ctx context.Context, carpetaID string, desde time.Time) (c Cambios, err error) {
	c.Al = s.Clock()
	limite := maxCambios
	if desde.IsZero() {
		desde, limite = c.Al.Add(-memoriaDeCarpeta), maxTerminadas
	}
	if c.Eliminaciones, err = s.Store.Cambiadas(ctx, ConsultaCambios{CarpetaID: carpetaID, Desde: desde, Limite: limite}); err != nil {
		return c, err
	}
	c.Demasiadas = len(c.Eliminaciones) == limite
	slices.Reverse(c.Eliminaciones)
	enCurso, err := s.Store.Cambiadas(ctx, ConsultaCambios{CarpetaID: carpetaID, EnCurso: true, Limite: maxEnCurso})
	c.Eliminaciones = append(c.Eliminaciones, enCurso...)
	return c, err
}

// Eliminacion reads a saga for a caller that was allowed to see it before.
func (s *Servicio) Eliminacion(ctx context.Context, eventoID string) (Eliminacion, error) {
	return s.Store.Eliminacion(ctx, eventoID)
}
