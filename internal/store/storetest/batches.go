package storetest

import (
	"cmp"
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

var casesBatches = []testCase{
	{"batches/documentos of several carpetas, some absent, some twice", "", batchesDocumentos},
	{"batches/eliminaciones, some absent, some twice", "", batchesEliminaciones},
}

func sortDocumentos(ds []documento.Documento) []documento.Documento {
	return slices.SortedFunc(slices.Values(ds), func(a, b documento.Documento) int { return cmp.Compare(a.DocumentoID, b.DocumentoID) })
}

func keysOf(ds []documento.Documento) []documento.Clave {
	ks := make([]documento.Clave, len(ds))
	for i, d := range ds {
		ks[i] = d.Clave()
	}
	return ks
}

// requireBatch wants a batch read to give exactly these, each once.
func (b *world) requireBatch(t testing.TB, ks []documento.Clave, want []documento.Documento) {
	t.Helper()
	got, err := b.Documentos(b.ctx, ks)
	require(t, err)
	requireSame(t, "batch", sortDocumentos(got), sortDocumentos(want))
}

func batchesDocumentos(t *testing.T, b *world) {
	c, ds := b.seed(t, 10)
	other, others := b.seed(t, 10)
	carga := b.newCarga(c, 70)
	require(t, b.CrearCarga(b.ctx, carga, carpeta.SinCuota, Hecho()))
	all := slices.Concat(ds, others, []documento.Documento{carga})
	absent := []documento.Clave{
		{CarpetaID: c.CarpetaID, DocumentoID: newID()}, {CarpetaID: other.CarpetaID, DocumentoID: ds[0].DocumentoID}, // under another's carpeta
	}
	b.requireBatch(t, slices.Concat(keysOf(all), absent, keysOf(ds)), all)
	b.requireBatch(t, nil, nil)
}

func batchesEliminaciones(t *testing.T, b *world) {
	var ids []string
	want := b.waiting(t, 30)
	for _, e := range want {
		ids = append(ids, e.EventoID, newID())
	}
	for _, ask := range [][]string{append(ids, ids[:20]...), nil} {
		got, err := b.Eliminaciones(b.ctx, ask)
		require(t, err)
		requireSame(t, "sagas", sortSagas(got), sortSagas(want[:min(len(want), len(ask))]))
	}
}

// waiting are so many deletions under way.
func (b *world) waiting(t testing.TB, n int) []eliminacion.Eliminacion {
	t.Helper()
	c, ds := b.seed(t, n)
	es := make([]eliminacion.Eliminacion, n)
	for i, d := range ds {
		es[i] = b.newSaga(c, d)
		require(t, b.Iniciar(b.ctx, es[i], Hecho()))
	}
	return es
}

func sortSagas(es []eliminacion.Eliminacion) []eliminacion.Eliminacion {
	return slices.SortedFunc(slices.Values(es), func(a, b eliminacion.Eliminacion) int { return cmp.Compare(a.ClaveCarpeta(), b.ClaveCarpeta()) })
}
