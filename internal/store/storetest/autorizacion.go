package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesAutorizacion = []testCase{
	{"autorizacion/made by an answer, whole or not at all", "", autorizacionMade},
	{"autorizacion/ended once, and its erasure asked for once", "", autorizacionEnded},
	{"autorizacion/listed of a carpeta, a document and an entity", "", autorizacionListed},
	{"autorizacion/a look needs what is in force and a document as it was seen", "", autorizacionLooked},
	{"autorizacion/ten looks at the same time", "", autorizacionManyLooks},
	{"autorizacion/no look after an end", "", autorizacionRaceEnd},
	{"autorizacion/forgotten a year after its end", "", autorizacionForgotten},
	{"autorizacion/the changes of both sides, oldest first", "", cambiosListed},
}

func (b *world) newAutorizacion(r consentimiento.Solicitud, ds ...documento.Documento) consentimiento.Autorizacion {
	now := b.clock.Now()
	a := consentimiento.Autorizacion{
		CarpetaID: ds[0].CarpetaID, AutorizacionID: newID(), CiudadanoID: r.CiudadanoID, OperadorID: "op", SolicitudID: r.SolicitudID, EntidadID: r.EntidadID,
		EntidadNombre: r.EntidadNombre, NIT: r.NIT, Tramite: r.Tramite, TramiteVersion: r.TramiteVersion, NumeroInterno: r.NumeroInterno,
		ConCopiaVerificable: true, DesdeEn: now, Hasta: now.Add(10 * day), ModificadaEn: now, EventoID: newID(),
	}
	for i, d := range ds {
		a.Documentos = append(a.Documentos, consentimiento.Autorizado{DocumentoID: d.DocumentoID, Requisito: fmt.Sprint("R", i), Hash: d.Hash})
	}
	return a
}

// answer makes a request to a citizen and answers it with documents.
func (b *world) answer(t testing.TB, ciudadanoID, entidadID string, ds ...documento.Documento) (consentimiento.Solicitud, consentimiento.Autorizacion) {
	t.Helper()
	r := b.makeSolicitud(t, b.newSolicitud(ciudadanoID, entidadID))
	a := b.newAutorizacion(r, ds...)
	r.Version, r.Requisitos[0].Respuesta, r.Requisitos[0].AutorizacionID = 2, consentimiento.Entregado, a.AutorizacionID
	require(t, b.Responder(b.ctx, r, nil, a, ds, Hecho()))
	return r, a
}

func (b *world) requireAutorizacion(t testing.TB, want consentimiento.Autorizacion) {
	t.Helper()
	got, err := b.Autorizacion(b.ctx, want.Nombre())
	require(t, err)
	requireSame(t, "authorisation", got, want)
	copies, err := b.Autorizaciones(b.ctx, consentimiento.Consulta{Parte: consentimiento.Parte{EntidadID: want.EntidadID}, Desde: want.AutorizacionID, Incluso: true, Limite: 1})
	require(t, err)
	requireSame(t, "copy", copies, []consentimiento.Autorizacion{want.ParaEntidad()})
}

func autorizacionMade(t *testing.T, b *world) {
	c, ds := b.seed(t, 11)
	r := b.makeSolicitud(t, b.newSolicitud("c", "banco"))
	a := b.newAutorizacion(r, ds[:10]...)
	first, next := r, r
	next.Version, next.Requisitos = 2, slices.Clone(r.Requisitos)
	next.Requisitos[0].Respuesta = consentimiento.Entregado
	q := b.lugaresWith(t, r)
	q.Lugares = nil
	refused := func(r consentimiento.Solicitud, q *consentimiento.Abiertas, seen []documento.Documento) {
		t.Helper()
		h := b.newEvento(newOperador())
		requireCode(t, b.Responder(b.ctx, r, q, a, seen, h), fault.Conflict)
		requireCode(t, errOf(b.Autorizacion(b.ctx, a.Nombre())), fault.NotFound)
		requireCode(t, errOf(b.Evento(b.ctx, h.OperadorID, h.EventoID)), fault.NotFound)
		b.requireSolicitud(t, first)
	}
	with := func(change func(*documento.Documento)) []documento.Documento {
		seen := slices.Clone(ds[:10])
		change(&seen[9])
		return seen
	}
	refused(next, nil, with(func(d *documento.Documento) { d.Hash = "another" }))
	refused(next, nil, with(func(d *documento.Documento) { d.Juridico = documento.Revocado }))
	refused(next, nil, with(func(d *documento.Documento) { d.DocumentoID = newID() }))
	require(t, b.Iniciar(b.ctx, b.newSaga(c, ds[10]), Hecho())) // it is locked, with the same file
	refused(next, nil, with(func(d *documento.Documento) { *d = ds[10] }))
	twice := next
	twice.Version = 3
	refused(twice, nil, ds[:10])
	stale := q
	stale.Version--
	refused(next, &stale, ds[:10])
	h := b.newEvento(newOperador())
	require(t, b.Responder(b.ctx, next, &q, a, ds[:10], h))
	b.requireEvento(t, h)
	b.requireSolicitud(t, next)
	b.requireAutorizacion(t, a)
	places, err := b.Abiertas(b.ctx, "banco", "c")
	require(t, err)
	requireSame(t, "places", places, q)
}

func autorizacionEnded(t *testing.T, b *world) {
	_, ds := b.seed(t, 1)
	r, a := b.answer(t, "c", "banco", ds[0])
	none := b.newAutorizacion(r, ds[0])
	none.TerminadaEn, none.FinID = b.clock.Now(), newID()
	requireCode(t, errOf(b.TerminarAutorizacion(b.ctx, none, Hecho())), fault.NotFound)
	none.BorradoPedidoEn = b.clock.Now()
	requireCode(t, errOf(b.PedirBorrado(b.ctx, none, Hecho())), fault.NotFound)
	b.clock.advance(time.Hour)
	want := a
	for n, write := range []func(a *consentimiento.Autorizacion, id string) error{
		func(a *consentimiento.Autorizacion, id string) (err error) {
			h := b.newEvento("op-" + id)
			a.TerminadaEn, a.ModificadaEn, a.FinID = b.clock.Now(), b.clock.Now(), h.EventoID
			*a, err = b.TerminarAutorizacion(b.ctx, *a, h)
			return b.toldOnly(t, err, h.OperadorID, h.EventoID, id == "first")
		},
		func(a *consentimiento.Autorizacion, id string) (err error) {
			h := b.newEvento("ask-" + id)
			a.BorradoPedidoEn, a.ModificadaEn = b.clock.Now(), b.clock.Now()
			*a, err = b.PedirBorrado(b.ctx, *a, h)
			return b.toldOnly(t, err, h.OperadorID, h.EventoID, id == "first")
		},
	} {
		first := want
		require(t, write(&first, "first"))
		if n == 0 {
			want.TerminadaEn, want.ModificadaEn, want.FinID = b.clock.Now(), b.clock.Now(), first.FinID
		} else {
			want.BorradoPedidoEn, want.ModificadaEn = b.clock.Now(), b.clock.Now()
		}
		requireSame(t, "ended", first, want)
		b.requireAutorizacion(t, want)
		b.clock.advance(time.Hour)
		again := want
		require(t, write(&again, "again"))
		requireSame(t, "ended again", again, want)
		b.requireAutorizacion(t, want)
	}
}

// toldOnly: an event is in the trail, or it is not.
func (b *world) toldOnly(t testing.TB, err error, operadorID, eventoID string, told bool) error {
	t.Helper()
	if found := errOf(b.Evento(b.ctx, operadorID, eventoID)); told {
		require(t, found)
	} else {
		requireCode(t, found, fault.NotFound)
	}
	return err
}

func autorizacionListed(t *testing.T, b *world) {
	_, ds := b.seed(t, 2)
	_, others := b.seed(t, 1)
	b.answer(t, "c2", "banco2", others[0])
	b.makeCodigo(t, ds[0]) // something else of the partition
	var all []consentimiento.Autorizacion
	for i := range 5 {
		_, a := b.answer(t, "c", "banco", ds[i%2])
		if i == 1 {
			a.TerminadaEn, a.ModificadaEn = b.clock.Now(), b.clock.Now()
			require(t, errOf(b.TerminarAutorizacion(b.ctx, a, Hecho())))
		}
		all = append(all, a)
		if i == 2 {
			b.clock.advance(10 * day) // the first ones are over
		}
	}
	filters := []consentimiento.Filtro{{}, {SolicitudID: all[2].SolicitudID}, {Tramite: "BECA"}, {CiudadanoID: "c"}, {NumeroInterno: all[3].NumeroInterno}}
	for _, s := range consentimiento.EstadosAutorizacion {
		filters = append(filters, consentimiento.Filtro{Estado: string(s)})
	}
	parts := []consentimiento.Parte{{CarpetaID: ds[0].CarpetaID}, {CarpetaID: ds[0].CarpetaID, DocumentoID: ds[0].DocumentoID}, {EntidadID: "banco"}}
	for n, part := range parts {
		for _, f := range filters {
			var want []consentimiento.Autorizacion
			for _, a := range all {
				_, has := a.De(ds[0].DocumentoID)
				if f.IncluyeAutorizacion(a, b.clock.Now()) && (n != 1 || has) {
					if n == 2 {
						a = a.ParaEntidad()
					}
					want = append(want, a)
				}
			}
			for _, up := range []bool{true, false} {
				if !up {
					slices.Reverse(want)
				}
				q := consentimiento.Consulta{Parte: part, Filtro: f, Ascendente: up, Limite: 2}
				got, err := pages(2, func(a consentimiento.Autorizacion) string { return a.AutorizacionID }, func(after string) ([]consentimiento.Autorizacion, error) {
					q.Desde = after
					return b.Autorizaciones(b.ctx, q)
				})
				require(t, err)
				requireSame(t, fmt.Sprint("list ", part, f, up), got, want)
			}
		}
	}
}

// refuseLook: a look is refused, and its event is not there.
func (b *world) refuseLook(t testing.TB, a consentimiento.Autorizacion, seen documento.Documento, why fault.Code) {
	t.Helper()
	h := b.newEvento(newOperador())
	requireCode(t, b.Mirar(b.ctx, a, seen, b.clock.Now(), h), why)
	requireCode(t, errOf(b.Evento(b.ctx, h.OperadorID, h.EventoID)), fault.NotFound)
}

func autorizacionLooked(t *testing.T, b *world) {
	c, ds := b.seed(t, 2)
	r, a := b.answer(t, "c", "banco", ds...)
	h := b.newEvento(newOperador())
	require(t, b.Mirar(b.ctx, a, ds[0], b.clock.Now(), h))
	b.requireEvento(t, h)
	b.requireAutorizacion(t, a)
	b.refuseLook(t, b.newAutorizacion(r, ds[0]), ds[0], fault.NotFound)
	other := ds[0]
	other.Hash = "another"
	b.refuseLook(t, a, other, fault.Conflict)
	other = ds[0]
	other.Juridico = documento.Revocado
	b.refuseLook(t, a, other, fault.Conflict)
	require(t, b.Iniciar(b.ctx, b.newSaga(c, ds[1]), Hecho())) // it is locked, with the same file
	b.refuseLook(t, a, ds[1], fault.Conflict)
	b.clock.advance(10*day - time.Millisecond)
	require(t, b.Mirar(b.ctx, a, ds[0], b.clock.Now(), Hecho()))
	b.clock.advance(time.Millisecond)
	b.refuseLook(t, a, ds[0], fault.NotFound)
	b.refuseLook(t, a, ds[1], fault.NotFound) // both: the authorisation decides
}

// lookAtMost looks again after a conflict, as the use case does.
func (b *world) lookAtMost(a consentimiento.Autorizacion, d documento.Documento, times int) (err error) {
	for range times {
		if err = b.Mirar(b.ctx, a, d, b.clock.Now(), Hecho()); !errors.Is(err, fault.Conflict) {
			return err
		}
		select {
		case <-time.NewTimer(rand.N(30 * time.Millisecond)).C:
		case <-b.ctx.Done():
		}
	}
	return err
}

func autorizacionManyLooks(t *testing.T, b *world) {
	_, ds := b.seed(t, 1)
	_, a := b.answer(t, "c", "banco", ds[0])
	for _, err := range atTheSameTime(10, func(int) error { return b.lookAtMost(a, ds[0], 10) }) {
		require(t, err)
	}
}

func autorizacionRaceEnd(t *testing.T, b *world) {
	_, ds := b.seed(t, 1)
	for range 5 {
		_, a := b.answer(t, "c", "banco", ds[0])
		errs := atTheSameTime(5, func(n int) error {
			if n > 0 {
				return b.lookAtMost(a, ds[0], 10)
			}
			ended := a
			ended.TerminadaEn, ended.ModificadaEn = b.clock.Now(), b.clock.Now()
			if err := b.retryConflicts(func() error { return errOf(b.TerminarAutorizacion(b.ctx, ended, Hecho())) }); err != nil {
				return err
			}
			if err := b.Mirar(b.ctx, a, ds[0], b.clock.Now(), Hecho()); err == nil {
				return errors.New("a look after the end")
			}
			return nil
		})
		require(t, errs[0])
		for _, err := range errs[1:] {
			if err != nil {
				requireCode(t, err, fault.NotFound)
			}
		}
		b.refuseLook(t, a, ds[0], fault.NotFound)
	}
}

func autorizacionForgotten(t *testing.T, b *world) {
	_, ds := b.seed(t, 1)
	_, a := b.answer(t, "c", "banco", ds[0])
	b.clock.advance(a.ExpiraEn().Sub(b.clock.Now()) - time.Second)
	b.requireAutorizacion(t, a)
	b.clock.advance(time.Second)
	requireCode(t, errOf(b.Autorizacion(b.ctx, a.Nombre())), fault.NotFound)
	for _, part := range []consentimiento.Parte{{CarpetaID: a.CarpetaID}, {CarpetaID: a.CarpetaID, DocumentoID: ds[0].DocumentoID}, {EntidadID: "banco"}} {
		all, err := b.Autorizaciones(b.ctx, consentimiento.Consulta{Parte: part, Limite: 10})
		require(t, err)
		requireSame(t, "listed", len(all), 0)
	}
}

func cambiosListed(t *testing.T, b *world) {
	_, ds := b.seed(t, 1)
	begin := b.clock.Now()
	r, a := b.answer(t, "c", "banco", ds[0])
	b.answer(t, "c2", "banco2", ds[0])
	b.clock.advance(time.Minute)
	second := b.makeSolicitud(t, b.newSolicitud("c", "banco"))
	b.clock.advance(time.Minute)
	a.TerminadaEn, a.ModificadaEn, a.FinID = b.clock.Now(), b.clock.Now(), "fin"
	require(t, errOf(b.TerminarAutorizacion(b.ctx, a, Hecho())))
	for _, part := range []consentimiento.Parte{{CiudadanoID: "c"}, {EntidadID: "banco"}} {
		mine := a
		if part.EntidadID != "" {
			mine = a.ParaEntidad()
		}
		want := []consentimiento.Cambio{{En: r.ModificadaEn, Solicitud: &r}, {En: second.ModificadaEn, Solicitud: &second}, {En: a.ModificadaEn, Autorizacion: &mine}}
		for _, x := range []struct {
			since time.Time
			limit int
			want  []consentimiento.Cambio
		}{{begin, 10, want}, {begin, 2, want[:2]}, {second.ModificadaEn, 10, want[1:]}, {second.ModificadaEn.Add(time.Millisecond), 10, want[2:]}, {time.Time{}, 1, want[:1]}} {
			eventually(t, b.ctx, func() error {
				got, err := b.Cambios(b.ctx, consentimiento.ConsultaCambios{Parte: part, Desde: x.since, Limite: x.limit})
				if err != nil {
					return err
				}
				return differenceError("changes", got, x.want)
			})
		}
	}
}
