package storetest

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

var _ consentimiento.Store = (*rules.Store)(nil)

var casesSolicitud = []testCase{
	{"solicitud/made, read by its name and by its number", "", solicitudMade},
	{"solicitud/of many that take a number or a place, one is written", "", solicitudRace},
	{"solicitud/changed under its version and that of its places", "", solicitudChanged},
	{"solicitud/listed in both directions, in each state", "", solicitudListed},
	{"solicitud/forgotten a year after its end, and its number is free", "", solicitudForgotten},
	{"solicitud/silenced under a version, and counted", "", silenciadasKept},
}

var casesSolicitudLarga = []testCase{
	{"solicitud/a list with a filter is bounded, and goes on", "", solicitudBounded},
}

func (b *world) newSolicitud(ciudadanoID, entidadID string) consentimiento.Solicitud {
	id, now := newID(), b.clock.Now()
	return consentimiento.Solicitud{
		CiudadanoID: ciudadanoID, SolicitudID: id, EntidadID: entidadID, EntidadNombre: "Banco Ñ", NIT: "900123456", Tramite: "CREDITO", TramiteVersion: 3,
		NumeroInterno: id, PedidaPor: "ana", CreadaEn: now, Hasta: now.Add(consentimiento.VidaSolicitud), ModificadaEn: now, Version: 1,
		Requisitos: []consentimiento.Pedido{{Requisito: "CEDULA"}, {Requisito: "RENTA", Opcional: true}},
	}
}

func (b *world) lugaresWith(t testing.TB, r consentimiento.Solicitud) consentimiento.Abiertas {
	t.Helper()
	q, err := b.Abiertas(b.ctx, r.EntidadID, r.CiudadanoID)
	require(t, err)
	q.Version++
	q.Lugares = append(q.Lugares, consentimiento.Lugar{SolicitudID: r.SolicitudID, Tramite: r.Tramite, Hasta: r.Hasta})
	return q
}

func (b *world) makeSolicitud(t testing.TB, r consentimiento.Solicitud) consentimiento.Solicitud {
	t.Helper()
	require(t, b.CrearSolicitud(b.ctx, r, b.lugaresWith(t, r), Hecho()))
	return r
}

// requireSolicitud: it is read by its name and by its number, and the entity's copy is the same.
func (b *world) requireSolicitud(t testing.TB, want consentimiento.Solicitud) {
	t.Helper()
	got, err := b.Solicitud(b.ctx, want.Nombre())
	require(t, err)
	requireSame(t, "request", got, want)
	got, err = b.SolicitudDeNumero(b.ctx, want.EntidadID, want.NumeroInterno)
	require(t, err)
	requireSame(t, "request of the number", got, want)
	copies, err := b.Solicitudes(b.ctx, consentimiento.Consulta{Parte: consentimiento.Parte{EntidadID: want.EntidadID}, Desde: want.SolicitudID, Incluso: true, Limite: 1})
	require(t, err)
	requireSame(t, "copy", copies, []consentimiento.Solicitud{want})
}

func solicitudMade(t *testing.T, b *world) {
	r := b.newSolicitud("123:4", "banco")
	requireCode(t, errOf(b.Solicitud(b.ctx, r.Nombre())), fault.NotFound)
	requireCode(t, errOf(b.SolicitudDeNumero(b.ctx, r.EntidadID, r.NumeroInterno)), fault.NotFound)
	none, err := b.Abiertas(b.ctx, "banco", "123:4")
	require(t, err)
	requireSame(t, "places", none, consentimiento.Abiertas{EntidadID: "banco", CiudadanoID: "123:4"})
	h, q := b.newEvento(newOperador()), b.lugaresWith(t, r)
	require(t, b.CrearSolicitud(b.ctx, r, q, h))
	b.requireSolicitud(t, r)
	b.requireEvento(t, h)
	got, err := b.Abiertas(b.ctx, "banco", "123:4")
	require(t, err)
	requireSame(t, "places", got, q)
	same := b.newSolicitud("other", "banco")
	same.NumeroInterno = r.NumeroInterno
	b.refuseSolicitud(t, same, b.lugaresWith(t, same))
	same.EntidadID = "other" // numbers are of one entity
	b.makeSolicitud(t, same)
	b.requireSolicitud(t, same)
	late := b.newSolicitud("123:4", "banco")
	b.refuseSolicitud(t, late, q) // its version is stored already
}

func (b *world) refuseSolicitud(t testing.TB, r consentimiento.Solicitud, q consentimiento.Abiertas) {
	t.Helper()
	h := b.newEvento(newOperador())
	requireCode(t, b.CrearSolicitud(b.ctx, r, q, h), fault.Conflict)
	requireCode(t, errOf(b.Solicitud(b.ctx, r.Nombre())), fault.NotFound)
	requireCode(t, errOf(b.Evento(b.ctx, h.OperadorID, h.EventoID)), fault.NotFound)
}

func solicitudRace(t *testing.T, b *world) {
	for _, sameNumber := range []bool{false, true} {
		ciudadano := newID()
		rs, qs := make([]consentimiento.Solicitud, 6), make([]consentimiento.Abiertas, 6)
		for i := range rs {
			rs[i] = b.newSolicitud(ciudadano, "banco")
			if sameNumber { // of another citizen each, so that they meet nowhere else
				rs[i].CiudadanoID, rs[i].NumeroInterno = newID(), ciudadano
			}
			qs[i] = b.lugaresWith(t, rs[i])
		}
		errs := atTheSameTime(len(rs), func(i int) error { return b.CrearSolicitud(b.ctx, rs[i], qs[i], Hecho()) })
		requireOneWinner(t, errs)
		b.requireSolicitud(t, rs[slices.Index(errs, nil)])
	}
}

func solicitudChanged(t *testing.T, b *world) {
	r := b.makeSolicitud(t, b.newSolicitud("c", "banco"))
	q := b.lugaresWith(t, r)
	seen := r
	b.clock.advance(time.Hour)
	r.Version, r.ModificadaEn, r.Recordatorios, r.RecordadaEn = 2, b.clock.Now(), 1, b.clock.Now()
	h := b.newEvento(newOperador())
	require(t, b.CambiarSolicitud(b.ctx, r, nil, h))
	b.requireEvento(t, h)
	b.requireSolicitud(t, r)
	seen.Version, seen.RechazadaEn = 2, b.clock.Now()
	requireCode(t, b.CambiarSolicitud(b.ctx, seen, nil, Hecho()), fault.Conflict)
	later := r
	later.Version, later.RetiradaEn = 3, b.clock.Now()
	stale := q
	stale.Version-- // what is stored
	late := b.newEvento(newOperador())
	requireCode(t, b.CambiarSolicitud(b.ctx, later, &stale, late), fault.Conflict)
	requireCode(t, errOf(b.Evento(b.ctx, late.OperadorID, late.EventoID)), fault.NotFound)
	b.requireSolicitud(t, r)
	q.Lugares = nil // the version goes on without places
	require(t, b.CambiarSolicitud(b.ctx, later, &q, Hecho()))
	b.requireSolicitud(t, later)
	got, err := b.Abiertas(b.ctx, "banco", "c")
	require(t, err)
	requireSame(t, "places", got, q)
}

func solicitudListed(t *testing.T, b *world) {
	var all []consentimiento.Solicitud
	for i, change := range []func(*consentimiento.Solicitud){
		func(*consentimiento.Solicitud) {},
		func(r *consentimiento.Solicitud) { r.Requisitos[1].Respuesta = consentimiento.Entregado },
		func(r *consentimiento.Solicitud) { r.Requisitos[0].Respuesta = consentimiento.Entregado },
		func(r *consentimiento.Solicitud) { r.RechazadaEn = r.CreadaEn },
		func(r *consentimiento.Solicitud) { r.RetiradaEn = r.CreadaEn },
		func(r *consentimiento.Solicitud) { r.Hasta, r.Tramite = r.CreadaEn, "BECA" },
	} {
		r := b.newSolicitud("c", "banco")
		change(&r)
		all = append(all, b.makeSolicitud(t, r))
		if s := r.Estado(b.clock.Now()); s != consentimiento.EstadosSolicitud[i] {
			t.Fatalf("%s, want %s", s, consentimiento.EstadosSolicitud[i])
		}
	}
	b.makeSolicitud(t, b.newSolicitud("c2", "banco2"))
	require(t, b.GuardarSilenciadas(b.ctx, consentimiento.Silenciadas{CiudadanoID: "c", Version: 1}, nil, Hecho()))
	filters := []consentimiento.Filtro{{}, {Tramite: "BECA"}, {NumeroInterno: all[2].NumeroInterno}, {CiudadanoID: "c"}, {CiudadanoID: "c2"}}
	for _, s := range consentimiento.EstadosSolicitud {
		filters = append(filters, consentimiento.Filtro{Estado: string(s)})
	}
	for _, part := range []consentimiento.Parte{{CiudadanoID: "c"}, {EntidadID: "banco"}} {
		for _, f := range filters {
			want := slices.DeleteFunc(slices.Clone(all), func(r consentimiento.Solicitud) bool { return !f.IncluyeSolicitud(r, b.clock.Now()) })
			for _, up := range []bool{true, false} {
				if !up {
					slices.Reverse(want)
				}
				q := consentimiento.Consulta{Parte: part, Filtro: f, Ascendente: up, Limite: 2}
				got, err := pages(2, func(r consentimiento.Solicitud) string { return r.SolicitudID }, func(after string) ([]consentimiento.Solicitud, error) {
					q.Desde = after
					return b.Solicitudes(b.ctx, q)
				})
				require(t, err)
				requireSame(t, fmt.Sprint("list ", part, f, up), got, want)
				if f.Vacio() {
					q.Desde, q.Incluso, q.Limite = want[2].SolicitudID, true, 10
					got, err := b.Solicitudes(b.ctx, q)
					require(t, err)
					requireSame(t, "from one on", got, want[2:])
				}
			}
		}
	}
}

func solicitudBounded(t *testing.T, b *world) {
	const n = consentimiento.MaxLlamadas*consentimiento.FilasPorLlamada + 1
	var all []consentimiento.Solicitud
	for i := range n {
		r := b.newSolicitud(fmt.Sprint("c", i), "banco")
		if i == n-1 {
			r.Tramite = "BECA"
		}
		all = append(all, b.makeSolicitud(t, r))
	}
	q := consentimiento.Consulta{Parte: consentimiento.Parte{EntidadID: "banco"}, Filtro: consentimiento.Filtro{Tramite: "BECA"}, Ascendente: true, Limite: 2}
	none, err := b.Solicitudes(b.ctx, q)
	var stopped relay.Stopped
	if !errors.As(err, &stopped) || len(none) > 0 || stopped.After != all[n-2].SolicitudID {
		t.Fatalf("%d rows and %v, want to go on after %s", len(none), err, all[n-2].SolicitudID)
	}
	q.Desde = stopped.After
	got, err := b.Solicitudes(b.ctx, q)
	require(t, err)
	requireSame(t, "the rest", got, all[n-1:])
}

func solicitudForgotten(t *testing.T, b *world) {
	r := b.makeSolicitud(t, b.newSolicitud("c", "banco"))
	b.clock.advance(r.ExpiraEn().Sub(b.clock.Now()) - time.Second)
	b.requireSolicitud(t, r)
	b.clock.advance(time.Second)
	requireCode(t, errOf(b.Solicitud(b.ctx, r.Nombre())), fault.NotFound)
	requireCode(t, errOf(b.SolicitudDeNumero(b.ctx, r.EntidadID, r.NumeroInterno)), fault.NotFound)
	for _, part := range []consentimiento.Parte{{CiudadanoID: "c"}, {EntidadID: "banco"}} {
		all, err := b.Solicitudes(b.ctx, consentimiento.Consulta{Parte: part, Limite: 10})
		require(t, err)
		requireSame(t, "listed", len(all), 0)
	}
	again := b.newSolicitud("c", "banco")
	again.NumeroInterno = r.NumeroInterno
	b.makeSolicitud(t, again)
	b.requireSolicitud(t, again)
}

func silenciadasKept(t *testing.T, b *world) {
	none, err := b.Silenciadas(b.ctx, "c")
	require(t, err)
	requireSame(t, "none", none, consentimiento.Silenciadas{CiudadanoID: "c"})
	x := consentimiento.Silenciadas{CiudadanoID: "c", Version: 1, Entidades: []consentimiento.Silenciada{{EntidadID: "banco", Nombre: "Banco Ñ", NIT: "9", Desde: b.clock.Now()}}}
	d := consentimiento.Denuncia{EntidadID: "banco", Tramite: "CREDITO", Dia: "2026-01-31"}
	h := b.newEvento(newOperador())
	require(t, b.GuardarSilenciadas(b.ctx, x, &d, h))
	b.requireEvento(t, h)
	requireCode(t, b.GuardarSilenciadas(b.ctx, x, &d, Hecho()), fault.Conflict) // and it is not counted
	got, err := b.Silenciadas(b.ctx, "c")
	require(t, err)
	requireSame(t, "silenced", got, x)
	x.CiudadanoID = "c2"
	require(t, b.GuardarSilenciadas(b.ctx, x, &d, Hecho()))
	x.Version, x.Entidades = 2, nil
	later := d
	later.Dia = "2026-02-01"
	require(t, b.GuardarSilenciadas(b.ctx, x, &later, Hecho()))
	got, err = b.Silenciadas(b.ctx, "c2")
	require(t, err)
	requireSame(t, "silenced", got, x)
	d.Cuantas, later.Cuantas = 2, 1
	for limit, want := range map[int][]consentimiento.Denuncia{1: {later}, 5: {later, d}} {
		reports, err := b.Denuncias(b.ctx, "banco", limit)
		require(t, err)
		requireSame(t, "reports", reports, want)
	}
}
