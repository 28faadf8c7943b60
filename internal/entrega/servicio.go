package entrega

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Servicio is every use case of deliveries.
type Servicio struct {
	Store      Store
	Carpetas   carpeta.Store
	Documentos *documento.Servicio
	Entidades  *entidad.Servicio
	Cursores   *relay.Codec
	// Presupuesto bounds the deliveries of each entity, so that a flood of one leaves room
	// for the others and for deletions.
	Presupuesto *quota.Ledger
	// Dia bounds what one entity may announce in a day; nil: nothing does.
	Dia *quota.Ledger
	// Partes bounds what one entity may announce for one citizen; nil: nothing does.
	Partes    *Partes
	Clock     func() time.Time
	Escribano auditoria.Escribano
	// Auditoria writes down what an entity reads of its deliveries.
	Auditoria *auditoria.Lecturas
	// Base is the server's own address, for those of the status lists; nil where nothing serves.
	Base func() string

	listaActual atomic.Int64 // the last list that had room
}

// gastar takes one step of a delivery from the budget of its entity.
func (s *Servicio) gastar(entidadID string) error {
	_, espera, ok := s.Presupuesto.Charge(entidadID, 1)
	if ok {
		return nil
	}
	return fault.New(fault.RateLimited, "La entidad entrega más rápido de lo permitido.").
		WithEspera(espera).WithRecuperacion("Espere los segundos que dice «reintentarEn» y siga con menos entregas a la vez.")
}

// Lista is what the caller's entity delivered, page by page, by default the newest first.
func (s *Servicio) Lista(ctx context.Context, quien auth.Principal, p PageRequest) (*relay.Connection[Entrega], error) {
	if err := auth.MayEntregar(quien); err != nil {
		return nil, err
	}
	if err := p.Filtro.revisado(); err != nil {
		return nil, err
	}
	if p.Filtro.Criba() {
		leave, err := documento.Filtrar(ctx)
		if err != nil {
			return nil, err
		}
		defer leave()
	}
	lista := relay.List[Entrega]{
		Cursors: s.Cursores, Clock: s.Clock, Scope: p.scope(quien), Key: p.Filtro.Clave,
		Walk: func(ctx context.Context, after string, backward bool, limit int) ([]Entrega, error) {
			return s.Store.EntregasDe(ctx, Consulta{
				EntidadID: quien.EntidadID, Filtro: p.Filtro, Desde: after, Descendente: p.Ascendente == backward, Limite: limit,
			})
		},
	}
	pagina, err := lista.Page(ctx, p.Args)
	if err != nil {
		return nil, err
	}
	return pagina, s.anotar(ctx, quien, auditoria.ListaLeida, pagina.Nodes())
}

// PageRequest asks for a page.
type PageRequest struct {
	relay.Args
	Filtro     Filtro
	Ascendente bool // the oldest first
}

func (p PageRequest) scope(quien auth.Principal) relay.Scope {
	return relay.NewScope("entregas", quien.Sub, quien.EntidadID, p)
}

// ver reads a delivery of the caller's entity for a use case; NOT_FOUND otherwise.
func (s *Servicio) ver(ctx context.Context, quien auth.Principal, entregaID string) (Entrega, error) {
	return one(s.leer(ctx, quien, []string{entregaID}))
}

func one[T any](rs []batch.Result[T]) (T, error) { return rs[0].Value, rs[0].Err }

// VerVarias shows up to 100 deliveries to their entity: a result for each id, in their order, NOT_FOUND
// for others.
func (s *Servicio) VerVarias(ctx context.Context, quien auth.Principal, entregaIDs []string) []batch.Result[Entrega] {
	rs := s.leer(ctx, quien, entregaIDs)
	var vistas []Entrega
	for _, r := range rs {
		if r.Err == nil {
			vistas = append(vistas, r.Value)
		}
	}
	if err := s.anotar(ctx, quien, auditoria.NodoLeido, vistas); err != nil {
		return batch.Check(rs, func(Entrega) error { return err })
	}
	return rs
}

func (s *Servicio) leer(ctx context.Context, quien auth.Principal, entregaIDs []string) []batch.Result[Entrega] {
	return batch.Lookup[string, Entrega]{
		Refuse: func(id string) error {
			if !relay.IsUUID(id) {
				return auth.NotFound()
			}
			return auth.MayReadEntrega(quien, quien.EntidadID)
		},
		Read: func(ctx context.Context, ids []string) ([]Entrega, error) {
			ns := make([]Nombre, len(ids))
			for i, id := range ids {
				ns[i] = Nombre{quien.EntidadID, id}
			}
			return s.Store.Entregas(ctx, ns)
		},
		Key: func(e Entrega) string { return e.EntregaID }, Absent: auth.NotFound(),
	}.All(ctx, entregaIDs)
}

// Documento reads what an entity announced, for the entity: NOT_FOUND when it is gone.
func (s *Servicio) Documento(ctx context.Context, quien auth.Principal, k documento.Clave) (documento.Documento, error) {
	return one(s.DocumentosDe(ctx, quien, []documento.Clave{k}))
}

// DocumentosDe is Documento for up to 100: a result for each key, in their order. What
// another entity delivered, or a citizen uploaded, is absent.
func (s *Servicio) DocumentosDe(ctx context.Context, quien auth.Principal, ks []documento.Clave) []batch.Result[documento.Documento] {
	all := batch.Lookup[documento.Clave, documento.Documento]{
		Refuse: func(documento.Clave) error { return auth.MayReadEntrega(quien, quien.EntidadID) },
		Read:   s.Documentos.Store.Documentos, Key: func(d documento.Documento) documento.Clave { return d.Clave() }, Absent: auth.NotFound(),
	}.All(ctx, ks)
	return batch.Check(all, func(d documento.Documento) error { return auth.MayReadEntrega(quien, d.EmisorID) })
}
