package storetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

var casesFiltro = []testCase{
	{"filtro/each field of Filtro, by reflection", "", filtroEachField},
	{"filtro/the boundary of 1 MB", "", filtroBoundary},
	{"filtro/random data and filters, against plain Go", "", filtroDifferential},
	{"filtro/a text in a carpeta of 200 is one call", "", filtroOneCall},
	{"filtro/a date and kinds are keys of their orders", "", filtroKeys},
}

func filterRows(fs []documento.Fila, f documento.Filtro) []documento.Fila {
	return slices.DeleteFunc(slices.Clone(fs), func(fila documento.Fila) bool { return !f.Incluye(fila) })
}

// wideTitulos makes the widest rows there can be, of about 1 KB, so that a
// walk meets the 1 MB at which DynamoDB ends a call.
func (b *world) wideTitulos(n int, rare func(i int) bool) []documento.Documento {
	c := newCarpeta()
	wide := strings.Repeat("📜", 200)
	ds := make([]documento.Documento, n)
	for i := range ds {
		ds[i] = b.newDocumento(c, i)
		ds[i].Titulo, ds[i].Tipo = wide, documento.Factura
		if rare(i) {
			ds[i].Tipo = documento.Escritura
		}
	}
	return ds
}

func filtroBoundary(t *testing.T, b *world) {
	const n = 2200 // more than 2 MB
	ds := b.wideTitulos(n, func(i int) bool { return i < 5 || (i > 1100 && i < 1103) || i >= n-25 })
	c := newCarpeta()
	c.CarpetaID = ds[0].CarpetaID
	b.seedIn(t, c, ds)
	filtro := documento.Filtro{Tipos: []documento.Tipo{documento.Escritura}}
	for _, campo := range []documento.CampoOrden{documento.PorFechaRecepcion, documento.PorTitulo} {
		for _, desc := range []bool{false, true} {
			want := filterRows(rowsInOrder(ds, campo, desc), filtro)
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Filtro: filtro, Limite: 101}
			b.requireList(t, q, want)
			b.requireSeveralCalls(t, q)
			for _, size := range []int{20, len(want)} {
				q.Limite = size
				b.requireThereAndBack(t, q, want)
			}
		}
	}
}

// requireSeveralCalls makes sure that a walk did meet the boundary.
func (b *world) requireSeveralCalls(t testing.TB, q documento.Consulta) {
	t.Helper()
	b.obs.take()
	require(t, errOf(b.Listar(b.ctx, q)))
	if calls, _ := b.obs.take(); calls["Listar"] < 3 {
		t.Fatalf("%d calls for more than 2 MB, want at least 3", calls["Listar"])
	}
}
