package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casosReparar = []caso{
	{"reparar/saga sin documento", "", repararHuerfana},
	{"reparar/adoptar un candado", "", repararAdoptar},
	{"reparar/reprogramar", "", repararReprogramar},
}

func (b *banco) reparacion(c carpeta.Carpeta, d documento.Documento) eliminacion.Eliminacion {
	return eliminacion.NewReparacion(nuevoID(), c.OperadorID, eliminacion.Iniciada, d, b.reloj.Ahora())
}

// repararHuerfana: only for a document that is not there; the counter stays.
func repararHuerfana(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 2)
	e := b.reparacion(c, ds[0])
	exigirCodigo(t, b.IniciarHuerfana(b.ctx, e), fault.Conflict)
	carga := b.nuevaCarga(c, 5)
	exigir(t, b.CrearCarga(b.ctx, carga))
	exigirCodigo(t, b.IniciarHuerfana(b.ctx, b.reparacion(c, carga)), fault.Conflict)
	_, err := b.Eliminacion(b.ctx, e.EventoID)
	exigirCodigo(t, err, fault.NotFound)

	b.reloj.avanzar(2 * time.Hour)
	for _, d := range []documento.Documento{carga, b.nuevoDocumento(c, 7)} { // expired; never was
		e := b.reparacion(c, d)
		exigir(t, b.IniciarHuerfana(b.ctx, e))
		b.exigirSaga(t, e)
		exigirCodigo(t, b.IniciarHuerfana(b.ctx, e), fault.Conflict)
		fin := siguiente(e, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
		exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato}))
	}
	b.exigirTotal(t, c, 2, c.Version)
	b.exigirDocumento(t, ds[0])
	ops, err := b.Operadores(b.ctx)
	exigir(t, err)
	comparar(t, "operadores", ops, []string{c.OperadorID})
}

func repararAdoptar(t *testing.T, b *banco) {
	c, ds, vieja := b.iniciada(t, 2)
	nueva := b.reparacion(c, ds[0])
	exigirCodigo(t, b.Adoptar(b.ctx, nueva, nuevoID()), fault.Conflict) // not that lock
	libre := b.reparacion(c, ds[1])
	exigirCodigo(t, b.Adoptar(b.ctx, libre, ""), fault.Conflict) // not locked
	exigir(t, b.Adoptar(b.ctx, nueva, vieja.EventoID))
	exigirCodigo(t, b.Adoptar(b.ctx, b.reparacion(c, ds[0]), vieja.EventoID), fault.Conflict)
	b.exigirSaga(t, nueva)
	d, err := b.Documento(b.ctx, ds[0].Clave())
	exigir(t, err)
	if d.Estado != documento.Eliminando || d.EliminacionID != nueva.EventoID || d.EstadoPrevio != documento.Procesado {
		t.Fatalf("document is %s, locked by %q, before it %q", d.Estado, d.EliminacionID, d.EstadoPrevio)
	}
	// The old saga has no say any more, the new one does.
	tarde := siguiente(vieja, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: tarde, Efecto: eliminacion.BorrarMetadato}))
	b.exigirTotal(t, c, 2, c.Version)
	fin := siguiente(nueva, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato}))
	b.exigirTotal(t, c, 1, c.Version+1)
}

func repararReprogramar(t *testing.T, b *banco) {
	c, _, e := b.iniciada(t, 1)
	sin := siguiente(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.reloj.Ahora())
	sin.NoAntesDe = time.Time{} // never due: what no code of ours writes
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: sin}))
	b.exigirVencidas(t, c.OperadorID, b.reloj.Ahora().Add(time.Hour), 10)
	exigirCodigo(t, b.Reprogramar(b.ctx, e.Pendiente(), b.reloj.Ahora()), fault.Conflict) // it went on
	exigir(t, b.Reprogramar(b.ctx, sin.Pendiente(), b.reloj.Ahora()))
	sin.NoAntesDe = b.reloj.Ahora()
	b.exigirSaga(t, sin)
	b.exigirVencidas(t, c.OperadorID, b.reloj.Ahora(), 10, sin)
	nunca := e.Pendiente()
	nunca.EventoID = nuevoID()
	exigirCodigo(t, b.Reprogramar(b.ctx, nunca, b.reloj.Ahora()), fault.Conflict, fault.NotFound)
}
