package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesReparar = []testCase{
	{"reparar/saga without a documento", "", repararHuerfana},
	{"reparar/adopt a lock", "", repararAdoptar},
	{"reparar/make it due again", "", repararReprogramar},
}

func (b *world) newReparacion(c carpeta.Carpeta, d documento.Documento) eliminacion.Eliminacion {
	return eliminacion.NewReparacion(newID(), c.OperadorID, eliminacion.Iniciada, d, b.clock.Now())
}

// repararHuerfana: only for a document that is not there; the counter stays.
func repararHuerfana(t *testing.T, b *world) {
	c, ds := b.seed(t, 2)
	e := b.newReparacion(c, ds[0])
	requireCode(t, b.IniciarHuerfana(b.ctx, e, Hecho()), fault.Conflict)
	carga := b.newCarga(c, 5)
	require(t, b.CrearCarga(b.ctx, carga, carpeta.SinCuota, Hecho()))
	requireCode(t, b.IniciarHuerfana(b.ctx, b.newReparacion(c, carga), Hecho()), fault.Conflict)
	requireCode(t, errOf(b.Eliminacion(b.ctx, e.EventoID)), fault.NotFound)

	b.clock.advance(2 * time.Hour)
	for _, d := range []documento.Documento{carga, b.newDocumento(c, 7)} { // expired; never was
		e := b.newReparacion(c, d)
		require(t, b.IniciarHuerfana(b.ctx, e, Hecho()))
		b.requireSaga(t, e)
		requireCode(t, b.IniciarHuerfana(b.ctx, e, Hecho()), fault.Conflict)
		end := nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
		require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	}
	b.requireTotal(t, c, 2, c.Version)
	b.requireDocumento(t, ds[0])
	ops, err := b.Operadores(b.ctx)
	require(t, err)
	requireSame(t, "operadores", ops, []string{c.OperadorID})
}

func repararAdoptar(t *testing.T, b *world) {
	c, ds, old := b.started(t, 2)
	next := b.newReparacion(c, ds[0])
	requireCode(t, b.Adoptar(b.ctx, next, newID(), Hecho()), fault.Conflict) // not that lock
	free := b.newReparacion(c, ds[1])
	requireCode(t, b.Adoptar(b.ctx, free, "", Hecho()), fault.Conflict) // not locked
	require(t, b.Adoptar(b.ctx, next, old.EventoID, Hecho()))
	requireCode(t, b.Adoptar(b.ctx, b.newReparacion(c, ds[0]), old.EventoID, Hecho()), fault.Conflict)
	b.requireSaga(t, next)
	d, err := b.Documento(b.ctx, ds[0].Clave())
	require(t, err)
	if d.Estado != documento.Eliminando || d.EliminacionID != next.EventoID || d.EstadoPrevio != documento.Procesado {
		t.Fatalf("document is %s, locked by %q, before it %q", d.Estado, d.EliminacionID, d.EstadoPrevio)
	}
	// The old saga has no say any more, the new one does.
	late := nextState(old, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: late, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	b.requireTotal(t, c, 2, c.Version)
	end := nextState(next, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	b.requireTotal(t, c, 1, c.Version+1)
}

func repararReprogramar(t *testing.T, b *world) {
	c, _, e := b.started(t, 1)
	without := nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	without.NoAntesDe = time.Time{} // never due: what no code of ours writes
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: without}, Hecho()))
	b.requireDue(t, c.OperadorID, b.clock.Now().Add(time.Hour), 10)
	requireCode(t, b.Reprogramar(b.ctx, e.Pendiente(), b.clock.Now(), Hecho()), fault.Conflict) // it went on
	require(t, b.Reprogramar(b.ctx, without.Pendiente(), b.clock.Now(), Hecho()))
	without.NoAntesDe = b.clock.Now()
	b.requireSaga(t, without)
	b.requireDue(t, c.OperadorID, b.clock.Now(), 10, without)
	never := e.Pendiente()
	never.EventoID = newID()
	requireCode(t, b.Reprogramar(b.ctx, never, b.clock.Now(), Hecho()), fault.Conflict, fault.NotFound)
}
