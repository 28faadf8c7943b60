package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casosEliminacion = []caso{
	{"eliminacion/iniciar bloquea", "", eliminacionIniciar},
	{"eliminacion/iniciar rechaza y no escribe", "", eliminacionRechazos},
	{"eliminacion/ausente", "", eliminacionAusente},
	{"eliminacion/la saga entera se conserva", "", eliminacionEntera},
	{"eliminacion/guardar con secuencia vieja", "", eliminacionSecuenciaVieja},
	{"eliminacion/de carpeta, página a página", "", eliminacionDeCarpeta},
	{"eliminacion/de carpeta sigue los cambios", "", eliminacionDeCarpetaCambia},
}

// iniciada seeds a carpeta and starts the deletion of its first document.
func (b *banco) iniciada(t testing.TB, n int) (carpeta.Carpeta, []documento.Documento, eliminacion.Eliminacion) {
	t.Helper()
	c, ds := b.sembrar(t, n)
	e := b.nuevaSaga(c, ds[0])
	exigir(t, b.Iniciar(b.ctx, e))
	return c, ds, e
}

func (b *banco) exigirSaga(t testing.TB, quiere eliminacion.Eliminacion) {
	t.Helper()
	hay, err := b.Eliminacion(b.ctx, quiere.EventoID)
	exigir(t, err)
	comparar(t, "saga", hay, quiere)
}

func (b *banco) exigirDocumento(t testing.TB, quiere documento.Documento) {
	t.Helper()
	hay, err := b.Documento(b.ctx, quiere.Clave())
	exigir(t, err)
	comparar(t, "document", hay, quiere)
}

func eliminacionIniciar(t *testing.T, b *banco) {
	c, ds, e := b.iniciada(t, 2)
	b.exigirSaga(t, e)
	bloqueado := ds[0]
	bloqueado.Estado, bloqueado.EstadoPrevio, bloqueado.EliminacionID = documento.Eliminando, documento.Procesado, e.EventoID
	b.exigirDocumento(t, bloqueado)
	b.exigirDocumento(t, ds[1])
	b.exigirTotal(t, c, 2, 2)
}

func eliminacionRechazos(t *testing.T, b *banco) {
	c := nuevaCarpeta()
	certificado, bloqueado := b.nuevoDocumento(c, 0), b.nuevoDocumento(c, 1)
	certificado.Certificado = true
	b.sembrarEn(t, c, []documento.Documento{certificado, bloqueado})
	carga, ausente := b.nuevaCarga(c, 2), b.nuevoDocumento(c, 3)
	exigir(t, b.CrearCarga(b.ctx, carga))
	primera := b.nuevaSaga(c, bloqueado)
	exigir(t, b.Iniciar(b.ctx, primera))
	antes, err := b.Documento(b.ctx, bloqueado.Clave())
	exigir(t, err)

	for nombre, d := range map[string]documento.Documento{"certificado": certificado, "bloqueado": antes, "cargando": carga, "ausente": ausente} {
		e := b.nuevaSaga(c, d)
		exigirCodigo(t, b.Iniciar(b.ctx, e), fault.Conflict)
		_, err := b.Eliminacion(b.ctx, e.EventoID)
		exigirCodigo(t, err, fault.NotFound)
		if nombre == "ausente" {
			_, err := b.Documento(b.ctx, d.Clave())
			exigirCodigo(t, err, fault.NotFound)
			continue
		}
		b.exigirDocumento(t, d)
	}
	b.exigirSaga(t, primera)
	b.exigirDeCarpeta(t, eliminacion.ConsultaCarpeta{CarpetaID: c.CarpetaID, Limite: 10}, []eliminacion.Eliminacion{primera})
}

func eliminacionAusente(t *testing.T, b *banco) {
	c, ds, _ := b.iniciada(t, 2)
	_, err := b.Eliminacion(b.ctx, nuevoID())
	exigirCodigo(t, err, fault.NotFound)
	nunca := siguiente(b.nuevaSaga(c, ds[1]), eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	err = b.Guardar(b.ctx, eliminacion.Guardado{Nueva: nunca, Efecto: eliminacion.BorrarMetadato})
	exigirCodigo(t, err, fault.NotFound, fault.Conflict)
	_, err = b.Eliminacion(b.ctx, nunca.EventoID)
	exigirCodigo(t, err, fault.NotFound)
	b.exigirDocumento(t, ds[1])
	b.exigirTotal(t, c, 2, 2)
}

func eliminacionEntera(t *testing.T, b *banco) {
	_, _, e := b.iniciada(t, 1)
	ahora := b.reloj.Ahora()
	n := siguiente(e, eliminacion.Compensando, eliminacion.MinioCleanup, ahora.Add(7*time.Millisecond))
	n.Intento, n.VentanaHasta, n.ProximoReintento = 2, ahora.Add(10*time.Second), ahora.Add(5*time.Second)
	n.Entregas, n.Arriendos = 3, 9
	for i := range 20 {
		n.Errores = append(n.Errores, eliminacion.Falla{
			Paso: eliminacion.MinioCleanup, Codigo: string(fault.Unavailable),
			Mensaje: "El almacén de archivos no responde. ñ", Intento: i, En: ahora.Add(time.Duration(i) * time.Millisecond),
		})
	}
	for len(n.Historia) < 60 {
		n.Historia = append(n.Historia, n.Historia[1])
	}
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n}))
	b.exigirSaga(t, n)
}

func eliminacionSecuenciaVieja(t *testing.T, b *banco) {
	c, ds, e := b.iniciada(t, 3)
	ahora := b.reloj.Ahora()
	dos := siguiente(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, ahora)
	tres := siguiente(dos, eliminacion.Completada, eliminacion.Completed, ahora)
	exigirCodigo(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: tres, Efecto: eliminacion.BorrarMetadato}), fault.Conflict) // too new
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: dos}))
	otra := siguiente(e, eliminacion.Cancelada, eliminacion.Espera, ahora)
	exigirCodigo(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: otra, Efecto: eliminacion.Desbloquear}), fault.Conflict) // too old
	exigirCodigo(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: dos}), fault.Conflict)                                   // the same again
	b.exigirSaga(t, dos)
	hay, err := b.Documento(b.ctx, ds[0].Clave())
	exigir(t, err)
	if hay.Estado != documento.Eliminando {
		t.Fatalf("document is %s after refused writes, want ELIMINANDO", hay.Estado)
	}
	b.exigirTotal(t, c, 3, 3)
}
