package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casosAprobacion = []caso{
	{"aprobacion/iniciar bloquea un certificado", "", aprobacionIniciar},
	{"aprobacion/iniciar exige lo que el documento es", "", aprobacionRechazos},
	{"aprobacion/la solicitud entera se conserva", "", aprobacionEntera},
	{"aprobacion/rechazada desbloquea", "", aprobacionRechazada},
	{"aprobacion/vence como lo demás", "", aprobacionVence},
}

// nuevaSolicitud is what solicitarEliminacion writes: due when it expires.
func (b *banco) nuevaSolicitud(c carpeta.Carpeta, d documento.Documento) eliminacion.Eliminacion {
	e := b.nuevaSaga(c, d)
	e.Paso, e.Historia[0].Paso = eliminacion.Aprobacion, eliminacion.Aprobacion
	e.Aprobacion = &eliminacion.Solicitud{Motivo: "Título duplicado: hay otro con la ñ", Hasta: e.SolicitadaEn.Add(time.Hour), Decision: eliminacion.PorDecidir}
	e.NoAntesDe = e.Aprobacion.Hasta.Add(5 * time.Second)
	return e
}

// decidida is its next state.
func decidida(e eliminacion.Eliminacion, d eliminacion.Decision, estado eliminacion.EstadoSaga, paso eliminacion.Paso, en time.Time) eliminacion.Eliminacion {
	n := siguiente(e, estado, paso, en)
	a := *e.Aprobacion
	a.Decision, a.DecididaPor, a.DecididaEn, a.Comentario = d, nuevoID(), en, "Según el acta 12"
	n.Aprobacion = &a
	return n
}

// certificado seeds a carpeta whose first document is certified, and one that is not.
func (b *banco) certificado(t testing.TB) (c carpeta.Carpeta, certificado, comun documento.Documento) {
	t.Helper()
	c = nuevaCarpeta()
	certificado, comun = b.nuevoDocumento(c, 0), b.nuevoDocumento(c, 1)
	certificado.Certificado = true
	return b.sembrarEn(t, c, []documento.Documento{certificado, comun}), certificado, comun
}

func aprobacionIniciar(t *testing.T, b *banco) {
	c, d, comun := b.certificado(t)
	e := b.nuevaSolicitud(c, d)
	exigir(t, b.Iniciar(b.ctx, e))
	b.exigirSaga(t, e)
	d.Estado, d.EstadoPrevio, d.EliminacionID = documento.Eliminando, documento.Procesado, e.EventoID
	b.exigirDocumento(t, d)
	b.exigirDocumento(t, comun)
	exigirCodigo(t, b.Iniciar(b.ctx, b.nuevaSolicitud(c, d)), fault.Conflict) // locked
	b.exigirDocumento(t, d)
	b.exigirTotal(t, c, 2, 2)
}

func aprobacionRechazos(t *testing.T, b *banco) {
	c, certificado, comun := b.certificado(t)
	for _, e := range []eliminacion.Eliminacion{b.nuevaSaga(c, certificado), b.nuevaSolicitud(c, comun)} {
		exigirCodigo(t, b.Iniciar(b.ctx, e), fault.Conflict)
		_, err := b.Eliminacion(b.ctx, e.EventoID)
		exigirCodigo(t, err, fault.NotFound)
	}
	b.exigirDocumento(t, certificado)
	b.exigirDocumento(t, comun)
}

func aprobacionEntera(t *testing.T, b *banco) {
	c, d, _ := b.certificado(t)
	e := b.nuevaSolicitud(c, d)
	exigir(t, b.Iniciar(b.ctx, e))
	n := decidida(e, eliminacion.Aprobada, eliminacion.Iniciada, eliminacion.MinioCleanup, b.reloj.Ahora().Add(7*time.Millisecond))
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n}))
	b.exigirSaga(t, n)
	fin := siguiente(n, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato}))
	b.exigirSaga(t, fin)
	b.exigirTotal(t, c, 1, 3)
}

func aprobacionRechazada(t *testing.T, b *banco) {
	c, d, _ := b.certificado(t)
	e := b.nuevaSolicitud(c, d)
	exigir(t, b.Iniciar(b.ctx, e))
	fin := decidida(e, eliminacion.Rechazada, eliminacion.Cancelada, eliminacion.Aprobacion, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.Desbloquear}))
	b.exigirSaga(t, fin)
	b.exigirDocumento(t, d)
	b.exigirTotal(t, c, 2, 2)

	tarde := decidida(e, eliminacion.Aprobada, eliminacion.Iniciada, eliminacion.MinioCleanup, b.reloj.Ahora())
	exigirCodigo(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: tarde}), fault.Conflict)
	b.exigirSaga(t, fin)
}

// aprobacionVence: the index of what is due and the lease know nothing of approvals.
func aprobacionVence(t *testing.T, b *banco) {
	c, d, _ := b.certificado(t)
	e := b.nuevaSolicitud(c, d)
	exigir(t, b.Iniciar(b.ctx, e))
	b.exigirVencidas(t, c.OperadorID, e.NoAntesDe, 10, e)
	b.exigirVencidas(t, c.OperadorID, e.Aprobacion.Hasta, 10)
	hasta := e.NoAntesDe.Add(time.Minute)
	hay, err := b.Arrendar(b.ctx, pendiente(e), arriendo(hasta))
	exigir(t, err)
	e.NoAntesDe, e.Arriendos, e.Entregas, e.ArrendadaPor = hasta, 1, 1, "proceso-1"
	comparar(t, "leased", hay, e)
}
