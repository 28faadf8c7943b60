package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesEfectos = []testCase{
	{"efectos/none", "", efectoNone},
	{"efectos/unlock", "", efectoUnlock},
	{"efectos/delete the documento", "", efectoDelete},
	{"efectos/absent documento", "", efectoAbsent},
	{"efectos/documento of another saga", "", efectoOtherSaga},
	{"efectos/documento without a lock", "", efectoWithoutLock},
}

func efectoNone(t *testing.T, b *world) {
	c, ds, e := b.started(t, 2)
	before, err := b.Documento(b.ctx, ds[0].Clave())
	require(t, err)
	second := nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: second}, Hecho()))
	b.requireSaga(t, second)
	b.requireDocumento(t, before)
	b.requireTotal(t, c, 2, 2)
}

func efectoUnlock(t *testing.T, b *world) {
	c, ds, e := b.started(t, 2)
	end := nextState(e, eliminacion.Cancelada, eliminacion.Espera, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.Desbloquear}, Hecho()))
	b.requireSaga(t, end)
	ds[0].FechaUltimaModificacion = ds[0].FechaUltimaModificacion.Add(2 * time.Millisecond) // a lock and its end are changes
	b.requireDocumento(t, ds[0])
	b.requireTotal(t, c, 2, 2)
	b.requireRows(t, c, ds)

	other := b.newSaga(c, ds[0])
	require(t, b.Iniciar(b.ctx, other, Hecho()))
	got, err := b.Documento(b.ctx, ds[0].Clave())
	require(t, err)
	if got.EliminacionID != other.EventoID {
		t.Fatalf("locked by %q, want %q", got.EliminacionID, other.EventoID)
	}
}

func (b *world) requireDeleted(t testing.TB, c carpeta.Carpeta, d documento.Documento, left []documento.Documento) {
	t.Helper()
	requireCode(t, errOf(b.Documento(b.ctx, d.Clave())), fault.NotFound)
	b.requireBatch(t, []documento.Clave{d.Clave()}, nil)
	for _, campo := range documento.CamposOrden {
		b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 2}, rowsInOrder(left, campo, false))
	}
}

func efectoDelete(t *testing.T, b *world) {
	c, ds, e := b.started(t, 3)
	second := nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: second}, Hecho()))
	end := nextState(second, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	b.requireSaga(t, end)
	b.requireDeleted(t, c, ds[0], ds[1:])
	b.requireTotal(t, c, 2, 4)
	requireCode(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()), fault.Conflict)
	b.requireTotal(t, c, 2, 4)
}

// efectoAbsent repeats an effect that was done before: the saga moves on, the counter does not.
func efectoAbsent(t *testing.T, b *world) {
	c, ds, e := b.started(t, 2)
	second := nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: second, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	b.requireTotal(t, c, 1, 3)
	third := nextState(second, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: third, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	four := nextState(third, eliminacion.Cancelada, eliminacion.Espera, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: four, Efecto: eliminacion.Desbloquear}, Hecho()))
	b.requireSaga(t, four)
	b.requireDeleted(t, c, ds[0], ds[1:])
	b.requireTotal(t, c, 1, 3)
}

// efectoOtherSaga has a saga that lost its lock: another one holds the document now.
func efectoOtherSaga(t *testing.T, b *world) {
	c, ds, old := b.started(t, 2)
	second := nextState(old, eliminacion.Iniciada, eliminacion.Espera, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: second, Efecto: eliminacion.Desbloquear}, Hecho()))
	next := b.newSaga(c, ds[0])
	require(t, b.Iniciar(b.ctx, next, Hecho()))
	locked, err := b.Documento(b.ctx, ds[0].Clave())
	require(t, err)

	third := nextState(second, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: third, Efecto: eliminacion.Desbloquear}, Hecho()))
	b.requireDocumento(t, locked)
	four := nextState(third, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: four, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	b.requireDocumento(t, locked)
	b.requireSaga(t, four)
	b.requireSaga(t, next)
	b.requireTotal(t, c, 2, 2)
}

func efectoWithoutLock(t *testing.T, b *world) {
	c, ds, e := b.started(t, 2)
	second := nextState(e, eliminacion.Iniciada, eliminacion.MinioCleanup, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: second, Efecto: eliminacion.Desbloquear}, Hecho()))
	third := nextState(second, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: third, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	b.requireSaga(t, third)
	ds[0].FechaUltimaModificacion = ds[0].FechaUltimaModificacion.Add(2 * time.Millisecond) // a lock and its end are changes
	b.requireDocumento(t, ds[0])
	b.requireTotal(t, c, 2, 2)
}
