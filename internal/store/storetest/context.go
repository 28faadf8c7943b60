package storetest

import (
	"context"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesContext = []testCase{
	{"context/cancelled before: an error, and nothing written", "", contextCancelled},
	{"context/cancelled midway: all or nothing", "", contextMidway},
}

// contextCancelled: the engines prove it of each call; the rules hand the context on.
func contextCancelled(t *testing.T, b *world) {
	c, ds, e := b.started(t, 2)
	dead, cancel := context.WithCancel(b.ctx)
	cancel()
	other := b.newSaga(c, ds[1])
	for name, err := range map[string]error{
		"a read":   errOf(b.Documento(dead, ds[0].Clave())),
		"a batch":  errOf(b.Documentos(dead, keysOf(ds))),
		"a list":   errOf(b.Listar(dead, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 5})),
		"a trail":  errOf(b.Eventos(dead, auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: "o"}, Limite: 1})),
		"a write":  b.Iniciar(dead, other, Hecho()),
		"a seed":   b.Sembrar(dead, newCarpeta(), ds, Hecho()),
		"a lease":  errOf(b.Arrendar(dead, pendienteOf(e), arriendoOf(b.clock.Now()))),
		"an event": b.Anotar(dead, Hecho()),
	} {
		if fault.CodeOf(err) != fault.Unavailable {
			t.Errorf("%s: %v", name, err)
		}
	}
	b.requireSaga(t, e)
	b.requireDocumento(t, ds[1])
}

// contextMidway cancels while writers are at work: a write that was answered with an
// error may have happened, but never by half.
func contextMidway(t *testing.T, b *world) {
	c, ds := b.seed(t, 32)
	sagas := make([]eliminacion.Eliminacion, len(ds))
	for i, d := range ds {
		sagas[i] = b.newSaga(c, d)
	}
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	errs := atTheSameTime(len(ds), func(i int) error {
		if i == len(ds)/2 {
			cancel()
		}
		return b.Iniciar(ctx, sagas[i], Hecho())
	})
	for i, err := range errs {
		if err != nil {
			requireCode(t, err, fault.Unavailable)
		}
		d, read := b.Documento(b.ctx, ds[i].Clave())
		require(t, read)
		_, read = b.Eliminacion(b.ctx, sagas[i].EventoID)
		if locked := d.EliminacionID == sagas[i].EventoID; locked != (read == nil) || (err == nil && !locked) {
			t.Fatalf("half written: answer %v, document locked by %q, saga read %v", err, d.EliminacionID, read)
		}
	}
}
