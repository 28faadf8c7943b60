package storetest

import (
	"sort"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

var casesBatches = []testCase{
	{"batches/a hundred documentos, some absent, some twice", "", batchesDocumentos},
	{"batches/documentos of several carpetas", "", batchesSeveralCarpetas},
	{"batches/more than 16 MB", "", batchesWide},
	{"batches/eliminaciones, some absent, some twice", "", batchesEliminaciones},
	{"batches/empty", "", batchesEmpty},
}

func sortDocumentos(ds []documento.Documento) []documento.Documento {
	ds = append([]documento.Documento(nil), ds...)
	sort.Slice(ds, func(i, j int) bool { return ds[i].DocumentoID < ds[j].DocumentoID })
	return ds
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
	c, ds := b.seed(t, 100)
	b.requireBatch(t, keysOf(ds), ds)

	mix := keysOf(ds[:50])
	for range 25 {
		mix = append(mix, documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: newID()})
	}
	mix = append(mix, keysOf(ds[:25])...)
	b.requireBatch(t, mix, ds[:50])

	carga := b.newCarga(c, 7)
	require(t, b.CrearCarga(b.ctx, carga, carpeta.SinCuota, Hecho()))
	b.requireBatch(t, []documento.Clave{carga.Clave()}, []documento.Documento{carga})
}

func batchesSeveralCarpetas(t *testing.T, b *world) {
	var all []documento.Documento
	var crossed []documento.Clave // a document under another's carpeta is absent
	for range 5 {
		c, ds := b.seed(t, 10)
		if len(all) > 0 {
			crossed = append(crossed, documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: all[0].DocumentoID})
		}
		all = append(all, ds...)
	}
	b.requireBatch(t, append(keysOf(all), crossed...), all)
}

// batchesWide is more than DynamoDB gives in one batch: the rest must be asked for again.
func batchesWide(t *testing.T, b *world) {
	c := newCarpeta()
	ds := make([]documento.Documento, 100)
	for i := range ds {
		ds[i] = b.newDocumento(c, i)
		ds[i].NombreArchivo = strings.Repeat("ancho ", 30_000)
	}
	b.seedIn(t, c, ds)
	b.requireBatch(t, keysOf(ds), ds)
}

func batchesEliminaciones(t *testing.T, b *world) {
	c, ds := b.seed(t, 30)
	var want []eliminacion.Eliminacion
	var ids []string
	for _, d := range ds {
		e := b.newSaga(c, d)
		require(t, b.Iniciar(b.ctx, e, Hecho()))
		want = append(want, e)
		ids = append(ids, e.EventoID, newID())
	}
	got, err := b.Eliminaciones(b.ctx, append(ids, ids[:20]...))
	require(t, err)
	requireSame(t, "sagas", sortSagas(got), sortSagas(want))
}

func sortSagas(es []eliminacion.Eliminacion) []eliminacion.Eliminacion {
	es = append([]eliminacion.Eliminacion(nil), es...)
	sort.Slice(es, func(i, j int) bool { return es[i].ClaveCarpeta() < es[j].ClaveCarpeta() })
	return es
}

func batchesEmpty(t *testing.T, b *world) {
	b.requireBatch(t, nil, nil)
	es, err := b.Eliminaciones(b.ctx, nil)
	require(t, err)
	requireSame(t, "sagas", es, []eliminacion.Eliminacion{})
}
