package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Each of these cases fails when a write leaves out one of its conditions, which no other condition of that write implies.
var casesCondiciones = []testCase{
	{"condiciones/an upload whose carpeta is not there", "", cargaWithoutCarpeta},
	{"condiciones/a deletion whose carpeta is not there", "", eliminacionWithoutCarpeta},
	{"condiciones/an upload that was reserved is not forgotten as it was before", "", cargaReservedForgotten},
	{"condiciones/an upload changed in one thing alone", "", cargaChangedInOneThing},
	{"condiciones/a usage changed in one thing alone", "", usoChangedInOneThing},
	{"condiciones/a delivery meets the quota and the id of another document", "", entregaRefused},
	{"condiciones/a delivery reserved by somebody else", "", entregaReserved},
	{"condiciones/a delivery without its document is corrected once", "", entregaCorrectedOnce},
	{"condiciones/a deletionId is taken", "", eliminacionTaken},
	{"condiciones/several of which one went on", "", eliminacionWentOn},
	{"condiciones/a lease of a deletion that went on", "", arriendoWentOn},
	{"condiciones/a deletion that expired is due no more", "", arriendoExpired},
}

// stray stores documents whose carpeta is not there.
func (b *world) stray(t testing.TB, ds ...documento.Documento) {
	t.Helper()
	require(t, b.Sembrar(b.ctx, newCarpeta(), ds, Hecho()))
}

func (b *world) requireNoCarpeta(t testing.TB, c carpeta.Carpeta) {
	t.Helper()
	requireCode(t, errOf(b.Carpeta(b.ctx, c.CarpetaID)), fault.NotFound)
}

func cargaWithoutCarpeta(t *testing.T, b *world) {
	c := newCarpeta()
	d := b.newCarga(c, 1)
	e, delivered := b.newEntrega(c, "universidad", 2)
	b.stray(t, d, delivered)
	requireCode(t, errOf(b.ConfirmarCarga(b.ctx, d, d, Hecho())), fault.NotFound)
	_, err := b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: e, Visto: delivered, Documento: delivered}, Hecho())
	requireCode(t, err, fault.NotFound)
	b.requireDocumento(t, d)
	b.requireDocumento(t, delivered)
	b.requireNoCarpeta(t, c)
	b.clock.advance(2 * time.Hour)
	require(t, b.OlvidarCarga(b.ctx, d, hechoRef()))
	b.requireNoCarpeta(t, c)
	requireCode(t, errOf(b.AunVencido(b.ctx, d.Clave())), fault.NotFound)
}

func eliminacionWithoutCarpeta(t *testing.T, b *world) {
	c := newCarpeta()
	alone, binned, together := b.newDocumento(c, 1), b.newDocumento(c, 2), b.newDocumento(c, 3)
	b.stray(t, alone, binned, together)
	b.bin(t, c, binned)
	b.requireNoCarpeta(t, c)
	end := func(d documento.Documento) eliminacion.Guardado {
		e := b.newSaga(c, d)
		require(t, b.Iniciar(b.ctx, e, Hecho()))
		return eliminacion.Guardado{Nueva: nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now()), Efecto: eliminacion.BorrarMetadato}
	}
	require(t, b.Guardar(b.ctx, end(alone), Hecho()))
	requireCode(t, b.GuardarVarias(b.ctx, []eliminacion.Cierre{{Guardado: end(together), Hecho: Hecho()}}), fault.Conflict)
	b.requireNoCarpeta(t, c)
}

// cargaReservedForgotten: a reservation within the life of an upload leaves its end as it is.
func cargaReservedForgotten(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	reserved, err := b.ReservarCarga(b.ctx, d, b.clock.Now().Add(time.Minute))
	require(t, err)
	b.clock.advance(2 * time.Hour)
	requireCode(t, b.OlvidarCarga(b.ctx, d, hechoRef()), fault.Conflict)
	b.requireTotal(t, c, 0, 0)
	require(t, b.OlvidarCarga(b.ctx, reserved, hechoRef()))
}

// cargaChangedInOneThing: who read an upload before it was changed changes nothing, whatever it was.
func cargaChangedInOneThing(t *testing.T, b *world) {
	for what, change := range map[string]func(d *documento.Documento){
		"when it was changed last": func(d *documento.Documento) { d.FechaUltimaModificacion = d.Siguiente(b.clock.Now()) },
		"the upload in parts":      func(d *documento.Documento) { d.Partes = documento.Partes{Tamano: documento.TamanoParte, ID: "x"} },
	} {
		_, d := b.newWithCarga(t)
		next := d
		change(&next)
		next, err := b.CambiarCarga(b.ctx, d, next, hechoRef())
		require(t, err)
		late := d
		late.Titulo = "Otro"
		if _, err := b.CambiarCarga(b.ctx, d, late, hechoRef()); fault.CodeOf(err) != fault.Conflict {
			t.Errorf("%s: changed as it was before: %v", what, err)
		}
		if _, err := b.ReservarCarga(b.ctx, d, b.clock.Now().Add(time.Minute)); fault.CodeOf(err) != fault.Conflict {
			t.Errorf("%s: reserved as it was before: %v", what, err)
		}
		b.requireDocumento(t, next)
	}
}

// usoChangedInOneThing: a usage is corrected if nothing of what was counted has changed since, whatever it was.
func usoChangedInOneThing(t *testing.T, b *world) {
	for what, change := range map[string]func(c carpeta.Carpeta, ds []documento.Documento){
		"the documents that count": func(c carpeta.Carpeta, _ []documento.Documento) {
			uso := c.Uso
			uso.Documentos++
			require(t, b.CorregirUso(b.ctx, c, uso, Hecho()))
		},
		"the uploads that wait": func(c carpeta.Carpeta, _ []documento.Documento) {
			uso := c.Uso
			uso.Pendientes++
			require(t, b.CorregirUso(b.ctx, c, uso, Hecho()))
		},
		"the documents in the lists": func(c carpeta.Carpeta, _ []documento.Documento) {
			require(t, b.CorregirTotal(b.ctx, c, c.TotalDocumentos+1, c.TotalPapelera, Hecho()))
		},
		"one document for another of the same size": func(c carpeta.Carpeta, ds []documento.Documento) {
			require(t, b.deleteDocumento(c, ds[0]))
			require(t, errOf(b.uploadDocumento(c, 0)))
		},
	} {
		c, ds := b.seed(t, 2)
		seen, err := b.Carpeta(b.ctx, c.CarpetaID)
		require(t, err)
		change(seen, ds)
		if err := b.CorregirUso(b.ctx, seen, carpeta.Uso{Bytes: 1}, Hecho()); fault.CodeOf(err) != fault.Conflict {
			t.Errorf("%s: corrected as it was before: %v", what, err)
		}
	}
}

func entregaRefused(t *testing.T, b *world) {
	c, ds := b.seed(t, 1)
	e, d := b.newEntrega(c, "universidad", 1)
	_, err := b.CrearEntrega(b.ctx, e, d, carpeta.Cuota{Bytes: 1 << 40, Documentos: 100}, Hecho()) // no upload may wait
	requireCode(t, err, fault.QuotaExceeded)
	e.EntregaID, d.DocumentoID = ds[0].DocumentoID, ds[0].DocumentoID
	requireCode(t, errOf(b.CrearEntrega(b.ctx, e, d, carpeta.SinCuota, Hecho())), fault.Conflict)
	b.requireDocumento(t, ds[0])
	b.requireUso(t, c)
}

func entregaReserved(t *testing.T, b *world) {
	e, d := b.announce(t, b.emptyCarpeta(t), "universidad", 1)
	reserved, err := b.ReservarCarga(b.ctx, d, b.clock.Now().Add(time.Minute))
	require(t, err)
	e.EntregadaEn, e.ExpiraEn = b.clock.Now(), time.Time{}
	_, err = b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: e, Visto: d, Documento: d}, Hecho())
	requireCode(t, err, fault.Conflict)
	b.requireDocumento(t, reserved)
	copying := reserved // given back, while a copy of the file may still land
	copying.ReservadaHasta, copying.CopiaHasta = time.Time{}, reserved.ReservadaHasta
	copying, err = b.CambiarCarga(b.ctx, reserved, copying, nil)
	require(t, err)
	_, err = b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: e, Visto: d, Documento: d}, Hecho())
	requireCode(t, err, fault.Conflict)
	b.requireDocumento(t, copying)
}

// entregaCorrectedOnce: a delivery whose document is erased is taken back or replaced as it was seen, and only if it was made.
func entregaCorrectedOnce(t *testing.T, b *world) {
	c, none := b.emptyCarpeta(t), documento.Documento{}
	refuse := func(t *testing.T, seen entrega.Entrega) {
		t.Helper()
		before, err := b.Entrega(b.ctx, seen.Nombre())
		require(t, err)
		requireCode(t, b.CorregirEntrega(b.ctx, b.revocation(seen, none), Hecho()), fault.Conflict)
		another, pending, confirm := b.confirmReplacing(t, c, 9)
		requireCode(t, confirm(b.replacement(seen, none, another.EntregaID)), fault.Conflict)
		b.requireDocumento(t, pending)
		b.requireEntrega(t, before)
	}
	erased := func(n int) entrega.Entrega {
		e, d := b.deliver(t, c, "universidad", n)
		b.erase(t, c, d)
		e, err := b.Entrega(b.ctx, e.Nombre())
		require(t, err)
		return e
	}
	announced, _ := b.announce(t, c, "universidad", 1)
	refuse(t, announced)
	revoked := erased(2)
	require(t, b.CorregirEntrega(b.ctx, b.revocation(revoked, none), Hecho()))
	refuse(t, revoked)
	replaced := erased(3)
	first, _, confirm := b.confirmReplacing(t, c, 4)
	require(t, confirm(b.replacement(replaced, none, first.EntregaID)))
	refuse(t, replaced)
}

func eliminacionTaken(t *testing.T, b *world) {
	c, ds, e := b.started(t, 2)
	other := b.newSaga(c, ds[1])
	other.EventoID = e.EventoID
	requireCode(t, b.Iniciar(b.ctx, other, Hecho()), fault.Conflict)
	b.requireDocumento(t, ds[1])
	b.requireSaga(t, e)

	third := b.newSaga(c, ds[1])
	require(t, b.Iniciar(b.ctx, third, Hecho()))
	adopting := b.newReparacion(c, ds[1])
	adopting.EventoID = e.EventoID
	requireCode(t, b.Adoptar(b.ctx, adopting, third.EventoID, Hecho()), fault.Conflict)
	b.requireSaga(t, e)

	free := b.newDocumento(c, 7) // it names a deletion, and is not locked
	free.EliminacionID = newID()
	b.stray(t, free)
	requireCode(t, b.Adoptar(b.ctx, b.newReparacion(c, free), free.EliminacionID, Hecho()), fault.Conflict)
	b.requireDocumento(t, free)
}

// eliminacionWentOn: steps that touch no document are written together if each follows what is stored.
func eliminacionWentOn(t *testing.T, b *world) {
	c, ds, first := b.started(t, 2)
	second := b.newSaga(c, ds[1])
	require(t, b.Iniciar(b.ctx, second, Hecho()))
	var cs []eliminacion.Cierre
	for _, e := range []eliminacion.Eliminacion{first, second} {
		next := nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
		cs = append(cs, eliminacion.Cierre{Guardado: eliminacion.Guardado{Nueva: next}, Hecho: b.newEvento(c.OperadorID)})
	}
	ahead := nextState(cs[0].Nueva, eliminacion.Fallida, eliminacion.MetadataCleanup, b.clock.Now())
	require(t, b.Guardar(b.ctx, cs[0].Guardado, Hecho()))
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: ahead}, Hecho()))
	requireCode(t, b.GuardarVarias(b.ctx, cs), fault.Conflict)
	b.requireSaga(t, ahead)
	b.requireSaga(t, second)
}

// arriendoWentOn: a lease is taken, and given back, of what was seen, though it is due at the same moment as before.
func arriendoWentOn(t *testing.T, b *world) {
	_, _, e := b.started(t, 1)
	until := b.clock.Now().Add(time.Minute)
	leased, err := b.Arrendar(b.ctx, pendienteOf(e), arriendoOf(until))
	require(t, err)
	require(t, b.Devolver(b.ctx, leased, e.NoAntesDe, eliminacion.SinConfirmar))
	b.requireNoArriendo(t, pendienteOf(e)) // it was leased in between

	returned, err := b.Eliminacion(b.ctx, e.EventoID)
	require(t, err)
	require(t, b.Devolver(b.ctx, leased, until, eliminacion.SinRuta)) // it was given back before
	b.requireSaga(t, returned)
	again, err := b.Arrendar(b.ctx, pendienteOf(returned), arriendoOf(until))
	require(t, err)
	require(t, b.Devolver(b.ctx, leased, until, eliminacion.SinRuta)) // another one has it now
	b.requireSaga(t, again)

	next := nextState(again, eliminacion.Iniciada, eliminacion.MetadataCleanup, again.NoAntesDe)
	next.Entregas = again.Entregas
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: next}, Hecho()))
	b.requireNoArriendo(t, pendienteOf(again)) // it went on
	require(t, b.Devolver(b.ctx, again, until.Add(time.Hour), eliminacion.SinRuta))
	b.requireSaga(t, next)
}

// arriendoExpired: what has expired counts as gone, though nobody removed it yet.
func arriendoExpired(t *testing.T, b *world) {
	_, _, e := b.started(t, 1)
	next := nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	next.ExpiraEn = b.clock.Now().Add(time.Hour)
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: next}, Hecho()))
	leased, err := b.Arrendar(b.ctx, pendienteOf(next), arriendoOf(b.clock.Now().Add(time.Minute)))
	require(t, err)
	b.clock.advance(2 * time.Hour)
	requireCode(t, errOf(b.Arrendar(b.ctx, pendienteOf(leased), arriendoOf(b.clock.Now().Add(time.Minute)))), fault.Conflict)
	require(t, b.Devolver(b.ctx, leased, b.clock.Now(), eliminacion.SinRuta))
	requireCode(t, b.Reprogramar(b.ctx, pendienteOf(leased), b.clock.Now(), Hecho()), fault.Conflict)
	b.clock.advance(-2 * time.Hour) // on a clock on which it has not expired, it is as it was
	b.requireSaga(t, leased)
}
