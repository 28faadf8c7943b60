package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The answer of a write that took effect is lost. The adapter may recognise its
// own repetition (nil), report CONFLICT, or give up (UNAVAILABLE). In every case
// the write happened once, and the caller who asks again ends well.
var casosRespuestaPerdida = []caso{
	{"respuesta perdida/crear carpeta", RespuestaPerdida, perdidaCrearCarpeta},
	{"respuesta perdida/crear carga", RespuestaPerdida, perdidaCrearCarga},
	{"respuesta perdida/confirmar carga", RespuestaPerdida, perdidaConfirmar},
	{"respuesta perdida/iniciar", RespuestaPerdida, perdidaIniciar},
	{"respuesta perdida/guardar", RespuestaPerdida, perdidaGuardar},
	{"respuesta perdida/arrendar", RespuestaPerdida, perdidaArrendar},
	{"respuesta perdida/devolver", RespuestaPerdida, perdidaDevolver},
}

// perder runs a write whose answer is lost.
func (b *banco) perder(t testing.TB, escritura func() error) {
	t.Helper()
	b.PerderRespuesta()
	if err := escritura(); err != nil {
		exigirCodigo(t, err, fault.Conflict, fault.Unavailable)
	}
}

func perdidaCrearCarpeta(t *testing.T, b *banco) {
	c, otra := nuevaCarpeta(), nuevaCarpeta()
	otra.OperadorID = c.OperadorID // known to the store: what is lost is the answer about the carpeta itself
	exigir(t, b.CrearCarpeta(b.ctx, otra))
	b.perder(t, func() error { return b.CrearCarpeta(b.ctx, c) })
	hay, err := b.Carpeta(b.ctx, c.CarpetaID)
	exigir(t, err)
	comparar(t, "carpeta", hay, c)
}

func perdidaCrearCarga(t *testing.T, b *banco) {
	c := nuevaCarpeta()
	exigir(t, b.CrearCarpeta(b.ctx, c))
	d := b.nuevaCarga(c, 1)
	b.perder(t, func() error { return b.CrearCarga(b.ctx, d) })
	b.exigirDocumento(t, d)
}

func perdidaConfirmar(t *testing.T, b *banco) {
	c, d := b.nuevaConCarga(t)
	b.perder(t, func() error { _, err := b.ConfirmarCarga(b.ctx, d); return err })
	b.exigirTotal(t, c, 1, 1)
	hay, err := b.ConfirmarCarga(b.ctx, d)
	exigir(t, err)
	d.Estado, d.ExpiraEn = documento.Procesado, time.Time{}
	comparar(t, "answer of the repetition", hay, d)
	b.exigirTotal(t, c, 1, 1)
}

func perdidaIniciar(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 1)
	e := b.nuevaSaga(c, ds[0])
	b.perder(t, func() error { return b.Iniciar(b.ctx, e) })
	b.exigirSaga(t, e)
	hay, err := b.Documento(b.ctx, ds[0].Clave())
	exigir(t, err)
	if hay.EliminacionID != e.EventoID {
		t.Fatalf("document locked by %q, want %q", hay.EliminacionID, e.EventoID)
	}
}

func perdidaGuardar(t *testing.T, b *banco) {
	c, ds, e := b.iniciada(t, 2)
	dos := siguiente(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.reloj.Ahora())
	b.perder(t, func() error { return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: dos}) })
	b.exigirSaga(t, dos)
	fin := siguiente(dos, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	b.perder(t, func() error {
		return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato})
	})
	b.exigirSaga(t, fin)
	b.exigirBorrado(t, c, ds[0], ds[1:])
	b.exigirTotal(t, c, 1, 3)
}

func perdidaArrendar(t *testing.T, b *banco) {
	_, _, e := b.iniciada(t, 1)
	hasta := b.reloj.Ahora().Add(time.Minute)
	b.perder(t, func() error { _, err := b.Arrendar(b.ctx, pendiente(e), arriendo(hasta)); return err })
	e.NoAntesDe, e.Arriendos, e.Entregas, e.ArrendadaPor = hasta, 1, 1, "proceso-1"
	b.exigirSaga(t, e)
}

func perdidaDevolver(t *testing.T, b *banco) {
	_, _, e := b.iniciada(t, 1)
	a, err := b.Arrendar(b.ctx, pendiente(e), arriendo(b.reloj.Ahora().Add(time.Minute)))
	exigir(t, err)
	cuando := b.reloj.Ahora().Add(time.Second)
	b.perder(t, func() error { return b.Devolver(b.ctx, a, cuando, eliminacion.SinConfirmar) })
	a.NoAntesDe, a.Entregas, a.FalloEnvio = cuando, 0, eliminacion.SinConfirmar
	b.exigirSaga(t, a)
}
