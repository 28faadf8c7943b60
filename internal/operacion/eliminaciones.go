package operacion

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Filtro narrows a list of deletions; an empty member does not filter.
type Filtro struct {
	Estados       []eliminacion.EstadoSaga // empty: those that may need somebody
	Paso          eliminacion.Paso
	Causa         eliminacion.Causa
	MasAntiguaQue time.Duration
	Certificados  *bool
}

// estadosPorAtender are listed unless the filter names states.
var estadosPorAtender = []eliminacion.EstadoSaga{eliminacion.Iniciada, eliminacion.Compensando, eliminacion.Fallida}

func (f Filtro) estados() []eliminacion.EstadoSaga {
	if len(f.Estados) == 0 {
		return estadosPorAtender
	}
	return slices.Compact(slices.Sorted(slices.Values(f.Estados)))
}

// partes are the parts of the index to look at. What waits in the bin is in a part of its own: nobody has to do anything
// about it, so it is listed only if its state, its step or its cause is asked for.
func (f Filtro) partes() []eliminacion.EstadoSaga {
	estados := f.estados()
	asked := len(f.Estados) > 0 && f.Paso == "" || f.Paso == eliminacion.Espera || f.Causa == eliminacion.CausaVentana
	if asked && slices.Contains(estados, eliminacion.Iniciada) {
		return append(slices.Clone(estados), eliminacion.EnPapeleraSinTocar)
	}
	return estados
}

// scope is the binding of a cursor of this list.
func (f Filtro) scope(sub, operadorID string) relay.Scope {
	f.Estados = f.estados()
	return relay.NewScope("eliminacionesDeOperador", sub, operadorID, f)
}

// Eliminaciones is a page of an operador's deletions, the oldest first. An operador
// sees its own; an auditor must name one.
func (s *Servicio) Eliminaciones(ctx context.Context, quien auth.Principal, operadorID string, f Filtro, args relay.Args) (*relay.Connection[eliminacion.Eliminacion], error) {
	operadorID, err := unOperador(quien, operadorID)
	if err != nil {
		return nil, err
	}
	d := &diagnosta{s: s, colas: todasLasColas()}
	lista := relay.List[eliminacion.Eliminacion]{
		Cursors: s.Cursores, Clock: s.Clock, Scope: f.scope(quien.Sub, operadorID), Key: eliminacion.Eliminacion.ClaveCarpeta,
		Walk: func(ctx context.Context, after string, backward bool, limit int) ([]eliminacion.Eliminacion, error) {
			b := s.busqueda(operadorID, f, d, after, backward)
			return b.hasta(ctx, limit)
		},
	}
	pagina, err := lista.Page(ctx, args)
	if err != nil {
		return nil, err
	}
	return pagina, s.Sagas.AnotarLista(ctx, quien, pagina.Nodes())
}

func (s *Servicio) busqueda(operadorID string, f Filtro, d *diagnosta, after string, backward bool) *busqueda {
	q := eliminacion.ConsultaOperador{OperadorID: operadorID, Descendente: backward, Desde: after}
	if f.MasAntiguaQue > 0 {
		q.Antes = s.Clock().Add(-f.MasAntiguaQue).UTC().Format(eliminacion.FormatoClave)
	}
	b := &busqueda{s: s, f: f, d: d, descendente: backward}
	for _, q.Estado = range f.partes() {
		b.corrientes = append(b.corrientes, &corriente{consulta: q})
	}
	return b
}

// filtra reports whether a deletion passes the conditions that the index does not know. The index
// may lag behind: its state is looked at again.
func (b *busqueda) filtra(ctx context.Context, e eliminacion.Eliminacion) (bool, error) {
	f := b.f
	switch {
	case !slices.Contains(f.estados(), e.Estado), f.Paso != "" && f.Paso != e.Paso,
		f.Certificados != nil && *f.Certificados != (e.Aprobacion != nil):
		return false, nil
	case f.Causa == "":
		return true, nil
	}
	bloqueo, err := b.d.bloqueo(ctx, e)
	return bloqueo.Causa == f.Causa, err
}

func eventoDe(clave string) string { return clave[strings.LastIndexByte(clave, '#')+1:] }
