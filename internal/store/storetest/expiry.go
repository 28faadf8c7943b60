package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesExpiry = []testCase{
	{"expiry/an expired carga counts as absent", "", expiryCarga},
	{"expiry/what is confirmed does not expire", "", expiryConfirmed},
	{"expiry/an expired saga counts as absent", "", expirySaga},
	{"expiry/purge in batches", Purging, expiryPurge},
	{"expiry/purge leaves the rest alone", Purging, expiryPurgeRespects},
}

func expiryCarga(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	b.clock.advance(time.Hour - time.Second)
	b.requireDocumento(t, d)
	b.clock.advance(time.Second) // its very last moment
	_, err := b.Documento(b.ctx, d.Clave())
	requireCode(t, err, fault.NotFound)
	b.requireBatch(t, []documento.Clave{d.Clave()}, nil)
	_, err = b.ConfirmarCarga(b.ctx, d, d, Hecho())
	requireCode(t, err, fault.NotFound)
	requireCode(t, b.Iniciar(b.ctx, b.newSaga(c, d), Hecho()), fault.Conflict)
	b.requireTotal(t, c, 0, 0)
}

func expiryConfirmed(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	d, err := b.ConfirmarCarga(b.ctx, d, d, Hecho())
	require(t, err)
	b.clock.advance(1000 * time.Hour)
	b.requireDocumento(t, d)
	b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 5}, []documento.Fila{d.Fila})
}

// ended runs a deletion to its end: it will be forgotten after eliminacion.Retencion.
func (b *world) ended(t testing.TB) eliminacion.Eliminacion {
	t.Helper()
	_, _, e := b.started(t, 1)
	end := nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	return end
}

func expirySaga(t *testing.T, b *world) {
	end := b.ended(t)
	q := eliminacion.ConsultaCarpeta{CarpetaID: end.CarpetaID, Limite: 1}
	b.clock.advance(eliminacion.Retencion - time.Second)
	b.requireSaga(t, end)
	b.requireByCarpeta(t, q, []eliminacion.Eliminacion{end})
	b.clock.advance(time.Second)
	_, err := b.Eliminacion(b.ctx, end.EventoID)
	requireCode(t, err, fault.NotFound)
	es, err := b.Eliminaciones(b.ctx, []string{end.EventoID})
	require(t, err)
	requireSame(t, "batch", es, []eliminacion.Eliminacion{})
	b.requireByCarpeta(t, q, nil)
}

func (b *world) purge(t testing.TB, max int) int {
	t.Helper()
	n, err := b.Purge(b.ctx, b.clock.Now(), max)
	require(t, err)
	return n
}

func expiryPurge(t *testing.T, b *world) {
	for range 7 {
		b.ended(t)
	}
	if n := b.purge(t, 100); n != 0 {
		t.Fatalf("%d purged before anything expired", n)
	}
	b.clock.advance(eliminacion.Retencion + time.Hour)
	for i, want := range []int{3, 3, 1, 0} {
		if n := b.purge(t, 3); n != want {
			t.Fatalf("batch %d purged %d, want %d", i, n, want)
		}
	}
}

func expiryPurgeRespects(t *testing.T, b *world) {
	c, confirmed := b.newWithCarga(t)
	confirmed, err := b.ConfirmarCarga(b.ctx, confirmed, confirmed, Hecho())
	require(t, err)
	due := b.newCarga(c, 2)
	require(t, b.CrearCarga(b.ctx, due, carpeta.SinCuota, Hecho()))
	end := b.ended(t)
	b.clock.advance(2 * time.Hour)
	current := b.newCarga(c, 3)
	require(t, b.CrearCarga(b.ctx, current, carpeta.SinCuota, Hecho()))
	b.purge(t, 100) // the marks of announced contents have ended, and whoever keeps them purges them
	if _, err := b.AunVencido(b.ctx, due.Clave()); err != nil {
		t.Errorf("an upload goes with its file: %v", err)
	}
	b.requireDocumento(t, confirmed)
	b.requireDocumento(t, current)
	b.requireSaga(t, end)
	b.requireTotal(t, c, 1, 1)
}
