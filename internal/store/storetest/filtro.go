package storetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

var casesFiltro = []testCase{
	{"filtro/each one, and both together", "", filtroAll},
	{"filtro/each field of Filtro, by reflection", "", filtroEachField},
	{"filtro/nothing matches", "", filtroNothing},
	{"filtro/few match: a full page or the end", "", filtroSparse},
	{"filtro/the boundary of 1 MB", "", filtroBoundary},
	{"filtro/random data and filters, against plain Go", "", filtroDifferential},
	{"filtro/a text in a carpeta of 200 is one call", "", filtroOneCall},
	{"filtro/a date and kinds are keys of their orders", "", filtroKeys},
}

func filterRows(fs []documento.Fila, f documento.Filtro) []documento.Fila {
	return slices.DeleteFunc(slices.Clone(fs), func(fila documento.Fila) bool { return !f.Incluye(fila) })
}

func filtroAll(t *testing.T, b *world) {
	c, ds := b.seed(t, 30)
	for i := 0; i < len(ds); i += 4 {
		require(t, b.Iniciar(b.ctx, b.newSaga(c, ds[i]), Hecho()))
		ds[i].Estado = documento.Eliminando
	}
	filtros := []documento.Filtro{
		{Tipos: []documento.Tipo{documento.Diploma}},
		{Estado: documento.Eliminando},
		{Estado: documento.Procesado},
		{Tipos: []documento.Tipo{documento.Diploma}, Estado: documento.Eliminando},
		{Tipos: []documento.Tipo{documento.Diploma}, Estado: documento.Procesado},
	}
	eachWalk(t, func(t *testing.T, campo documento.CampoOrden, desc bool) {
		for _, f := range filtros {
			want := filterRows(rowsInOrder(ds, campo, desc), f)
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Filtro: f, Limite: 101}
			b.requireList(t, q, want)
			for _, size := range []int{1, 2, len(want), len(want) + 1} {
				q.Limite = size
				b.requireThereAndBack(t, q, want)
			}
		}
	})
}

func filtroNothing(t *testing.T, b *world) {
	c, _ := b.seed(t, 9) // tipos 0–8: nothing is Otro
	for _, f := range []documento.Filtro{{Tipos: []documento.Tipo{documento.Otro}}, {Estado: documento.Eliminando}, {Tipos: []documento.Tipo{documento.Diploma}, Estado: documento.Cargando}} {
		for _, campo := range documento.CamposOrden {
			got, err := b.Listar(b.ctx, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Filtro: f, Limite: 4})
			require(t, err)
			requireSame(t, "rows", got, []documento.Fila{})
		}
	}
}

// filtroSparse has the few that match far apart.
func filtroSparse(t *testing.T, b *world) {
	c := newCarpeta()
	ds := make([]documento.Documento, 400)
	for i := range ds {
		ds[i] = b.newDocumento(c, i)
		ds[i].Tipo = documento.Factura
		if i%57 == 0 {
			ds[i].Tipo = documento.Escritura
		}
	}
	b.seedIn(t, c, ds)
	filtro := documento.Filtro{Tipos: []documento.Tipo{documento.Escritura}}
	for _, campo := range documento.CamposOrden {
		for _, desc := range []bool{false, true} {
			want := filterRows(rowsInOrder(ds, campo, desc), filtro)
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Filtro: filtro, Limite: 101}
			b.requireList(t, q, want)
			for _, size := range []int{3, 4, 7, 8, 9} {
				q.Limite = size
				b.requireThereAndBack(t, q, want)
			}
		}
	}
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
	_, err := b.Listar(b.ctx, q)
	require(t, err)
	if calls, _ := b.obs.take(); calls["Listar"] < 3 {
		t.Fatalf("%d calls for more than 2 MB, want at least 3", calls["Listar"])
	}
}
