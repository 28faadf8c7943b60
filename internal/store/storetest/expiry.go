package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casosCaducidad = []caso{
	{"caducidad/carga vencida cuenta como ausente", "", caducidadCarga},
	{"caducidad/lo confirmado no vence", "", caducidadConfirmado},
	{"caducidad/saga vencida cuenta como ausente", "", caducidadSaga},
	{"caducidad/purgar por tandas", Purga, caducidadPurgar},
	{"caducidad/purgar no toca lo demás", Purga, caducidadPurgarRespeta},
}

func caducidadCarga(t *testing.T, b *banco) {
	c, d := b.nuevaConCarga(t)
	b.reloj.avanzar(time.Hour - time.Second)
	b.exigirDocumento(t, d)
	b.reloj.avanzar(time.Second) // its very last moment
	_, err := b.Documento(b.ctx, d.Clave())
	exigirCodigo(t, err, fault.NotFound)
	b.exigirLote(t, []documento.Clave{d.Clave()}, nil)
	_, err = b.ConfirmarCarga(b.ctx, d)
	exigirCodigo(t, err, fault.NotFound)
	exigirCodigo(t, b.Iniciar(b.ctx, b.nuevaSaga(c, d)), fault.Conflict)
	b.exigirTotal(t, c, 0, 0)
}

func caducidadConfirmado(t *testing.T, b *banco) {
	c, d := b.nuevaConCarga(t)
	d, err := b.ConfirmarCarga(b.ctx, d)
	exigir(t, err)
	b.reloj.avanzar(1000 * time.Hour)
	b.exigirDocumento(t, d)
	b.exigirLista(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 5}, []documento.Fila{d.Fila})
}

// terminada runs a deletion to its end: it will be forgotten after eliminacion.Retencion.
func (b *banco) terminada(t testing.TB) eliminacion.Eliminacion {
	t.Helper()
	_, _, e := b.iniciada(t, 1)
	fin := siguiente(e, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato}))
	return fin
}

func caducidadSaga(t *testing.T, b *banco) {
	fin := b.terminada(t)
	q := eliminacion.ConsultaCarpeta{CarpetaID: fin.CarpetaID, Limite: 1}
	b.reloj.avanzar(eliminacion.Retencion - time.Second)
	b.exigirSaga(t, fin)
	b.exigirDeCarpeta(t, q, []eliminacion.Eliminacion{fin})
	b.reloj.avanzar(time.Second)
	_, err := b.Eliminacion(b.ctx, fin.EventoID)
	exigirCodigo(t, err, fault.NotFound)
	es, err := b.Eliminaciones(b.ctx, []string{fin.EventoID})
	exigir(t, err)
	comparar(t, "batch", es, []eliminacion.Eliminacion{})
	b.exigirDeCarpeta(t, q, nil)
}

func (b *banco) purgar(t testing.TB, max int) int {
	t.Helper()
	n, err := b.Purgar(b.ctx, b.reloj.Ahora(), max)
	exigir(t, err)
	return n
}

func caducidadPurgar(t *testing.T, b *banco) {
	c := nuevaCarpeta()
	exigir(t, b.CrearCarpeta(b.ctx, c))
	for n := range 5 {
		exigir(t, b.CrearCarga(b.ctx, b.nuevaCarga(c, n)))
	}
	for range 2 {
		b.terminada(t)
	}
	if n := b.purgar(t, 100); n != 0 {
		t.Fatalf("%d purged before anything expired", n)
	}
	b.reloj.avanzar(eliminacion.Retencion + time.Hour)
	for i, quiere := range []int{3, 3, 1, 0} {
		if n := b.purgar(t, 3); n != quiere {
			t.Fatalf("batch %d purged %d, want %d", i, n, quiere)
		}
	}
}

func caducidadPurgarRespeta(t *testing.T, b *banco) {
	c, confirmado := b.nuevaConCarga(t)
	confirmado, err := b.ConfirmarCarga(b.ctx, confirmado)
	exigir(t, err)
	vencida := b.nuevaCarga(c, 2)
	exigir(t, b.CrearCarga(b.ctx, vencida))
	fin := b.terminada(t)
	b.reloj.avanzar(2 * time.Hour)
	vigente := b.nuevaCarga(c, 3)
	exigir(t, b.CrearCarga(b.ctx, vigente))
	if n := b.purgar(t, 100); n != 1 {
		t.Fatalf("%d purged, want the expired upload only", n)
	}
	b.exigirDocumento(t, confirmado)
	b.exigirDocumento(t, vigente)
	b.exigirSaga(t, fin)
	b.exigirTotal(t, c, 1, 1)
}
