package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesAprobacion = []testCase{
	{"aprobacion/a start locks a certificado", "", aprobacionStart},
	{"aprobacion/a start must fit what the documento is", "", aprobacionRefusals},
	{"aprobacion/the whole request is kept", "", aprobacionWhole},
	{"aprobacion/a refusal unlocks", "", aprobacionRefused},
	{"aprobacion/it is due like everything else", "", aprobacionExpires},
}

// newPorAprobar is what solicitarEliminacion writes: due when it expires.
func (b *world) newPorAprobar(c carpeta.Carpeta, d documento.Documento) eliminacion.Eliminacion {
	e := b.newSaga(c, d)
	e.Paso, e.Historia[0].Paso = eliminacion.Aprobacion, eliminacion.Aprobacion
	e.Aprobacion = &eliminacion.PedidoDeAprobacion{Motivo: "Título duplicado: hay otro con la ñ", Hasta: e.SolicitadaEn.Add(time.Hour), Decision: eliminacion.PorDecidir}
	e.NoAntesDe = e.Aprobacion.Hasta.Add(5 * time.Second)
	return e
}

// decidida is its next state.
func decidida(e eliminacion.Eliminacion, d eliminacion.Decision, status eliminacion.EstadoSaga, step eliminacion.Paso, at time.Time) eliminacion.Eliminacion {
	n := nextState(e, status, step, at)
	a := *e.Aprobacion
	a.Decision, a.DecididaPor, a.DecididaEn, a.Comentario = d, newID(), at, "Según el acta 12"
	n.Aprobacion = &a
	return n
}

// certificado seeds a carpeta whose first document is certified, and one that is not.
func (b *world) certificado(t testing.TB) (c carpeta.Carpeta, certificado, common documento.Documento) {
	t.Helper()
	c = newCarpeta()
	certificado, common = b.newDocumento(c, 0), b.newDocumento(c, 1)
	certificado.Certificado = true
	return b.seedIn(t, c, []documento.Documento{certificado, common}), certificado, common
}

func aprobacionStart(t *testing.T, b *world) {
	c, d, common := b.certificado(t)
	e := b.newPorAprobar(c, d)
	require(t, b.Iniciar(b.ctx, e, Hecho()))
	b.requireSaga(t, e)
	d.Estado, d.EstadoPrevio, d.EliminacionID = documento.Eliminando, documento.Procesado, e.EventoID
	d.FechaUltimaModificacion = d.Siguiente(b.clock.Now())
	b.requireDocumento(t, d)
	b.requireDocumento(t, common)
	requireCode(t, b.Iniciar(b.ctx, b.newPorAprobar(c, d), Hecho()), fault.Conflict) // locked
	b.requireDocumento(t, d)
	b.requireTotal(t, c, 2, 2)
}

func aprobacionRefusals(t *testing.T, b *world) {
	c, certificado, common := b.certificado(t)
	for _, e := range []eliminacion.Eliminacion{b.newSaga(c, certificado), b.newPorAprobar(c, common)} {
		requireCode(t, b.Iniciar(b.ctx, e, Hecho()), fault.Conflict)
		requireCode(t, errOf(b.Eliminacion(b.ctx, e.EventoID)), fault.NotFound)
	}
	b.requireDocumento(t, certificado)
	b.requireDocumento(t, common)
}

func aprobacionWhole(t *testing.T, b *world) {
	c, d, _ := b.certificado(t)
	e := b.newPorAprobar(c, d)
	require(t, b.Iniciar(b.ctx, e, Hecho()))
	n := decidida(e, eliminacion.Aprobada, eliminacion.Iniciada, eliminacion.MinioCleanup, b.clock.Now().Add(7*time.Millisecond))
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n}, Hecho()))
	b.requireSaga(t, n)
	end := nextState(n, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	b.requireSaga(t, end)
	b.requireTotal(t, c, 1, 3)
}

func aprobacionRefused(t *testing.T, b *world) {
	c, d, _ := b.certificado(t)
	e := b.newPorAprobar(c, d)
	require(t, b.Iniciar(b.ctx, e, Hecho()))
	end := decidida(e, eliminacion.Rechazada, eliminacion.Cancelada, eliminacion.Aprobacion, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.Desbloquear}, Hecho()))
	b.requireSaga(t, end)
	d.FechaUltimaModificacion = d.FechaUltimaModificacion.Add(2 * time.Millisecond) // a lock and its end are changes
	b.requireDocumento(t, d)
	b.requireTotal(t, c, 2, 2)

	late := decidida(e, eliminacion.Aprobada, eliminacion.Iniciada, eliminacion.MinioCleanup, b.clock.Now())
	requireCode(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: late}, Hecho()), fault.Conflict)
	b.requireSaga(t, end)
}

// aprobacionExpires: the index of due commands and the lease know nothing of approvals.
func aprobacionExpires(t *testing.T, b *world) {
	c, d, _ := b.certificado(t)
	e := b.newPorAprobar(c, d)
	require(t, b.Iniciar(b.ctx, e, Hecho()))
	b.requireDue(t, c.OperadorID, e.NoAntesDe, 10, e)
	b.requireDue(t, c.OperadorID, e.Aprobacion.Hasta, 10)
	until := e.NoAntesDe.Add(time.Minute)
	got, err := b.Arrendar(b.ctx, pendienteOf(e), arriendoOf(until))
	require(t, err)
	e.NoAntesDe, e.Arriendos, e.Entregas, e.ArrendadaPor = until, 1, 1, "proceso-1"
	requireSame(t, "leased", got, e)
}
