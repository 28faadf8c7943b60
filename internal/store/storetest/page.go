package storetest

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

var casesPage = []testCase{
	{"page/each order, direction and size", "", pageAll},
	{"page/cursor of a deleted documento", "", pageCursorDeleted},
	{"page/cursor that never was", "", pageCursorInvented},
	{"page/uploads between the rows", "", pageUploads},
}

// rowsInOrder is what a whole walk must yield.
func rowsInOrder(ds []documento.Documento, campo documento.CampoOrden, desc bool) []documento.Fila {
	fs := make([]documento.Fila, len(ds))
	for i, d := range ds {
		fs[i] = d.Fila
	}
	sort.Slice(fs, func(i, j int) bool { return fs[i].ClaveOrden(campo) < fs[j].ClaveOrden(campo) })
	if desc {
		slices.Reverse(fs)
	}
	return fs
}

// eachWalk calls f for every order and both directions.
func eachWalk(t *testing.T, f func(t *testing.T, campo documento.CampoOrden, desc bool)) {
	for _, campo := range documento.CamposOrden {
		for _, desc := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/desc=%t", campo, desc), func(t *testing.T) { f(t, campo, desc) })
		}
	}
}

// pageAll has titles that are difficult to sort, and documents that differ in nothing but their ids, which are in no order
// of time.
func pageAll(t *testing.T, b *world) {
	c := newCarpeta()
	var ds []documento.Documento
	for i, titulo := range append(slices.Repeat([]string{"Diploma"}, 13), hardTitulos...) {
		d := b.newDocumento(c, i)
		if d.Titulo = titulo; titulo == "Diploma" {
			d.DocumentoID, d.Tipo, d.TamanoBytes = uuid.NewString(), documento.Diploma, 7
			d.FechaRecepcion = b.clock.Now().Add(time.Duration(i%2) * time.Millisecond)
		}
		ds = append(ds, d)
	}
	b.seedIn(t, c, ds)
	eachWalk(t, func(t *testing.T, campo documento.CampoOrden, desc bool) {
		all := rowsInOrder(ds, campo, desc)
		q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Limite: 101}
		b.requireList(t, q, all)
		for _, size := range []int{1, 5, 6, len(all) / 2, len(all) - 1, len(all), len(all) + 1, 101} {
			q.Limite = size
			b.requireThereAndBack(t, q, all)
		}
	})
}

// requireThereAndBack walks page by page to the end; before each page it also walks
// backwards from it, and wants the page that it came from, reversed.
func (b *world) requireThereAndBack(t testing.TB, q documento.Consulta, all []documento.Fila) {
	t.Helper()
	for after := 0; ; after = min(after+q.Limite, len(all)) {
		want := all[after:min(after+q.Limite, len(all))]
		page, err := b.Listar(b.ctx, q)
		require(t, err)
		requireSame(t, fmt.Sprintf("page of %d from row %d", q.Limite, after), page, want)
		if after > 0 {
			at := q
			at.ConDesde, at.Limite = true, q.Limite+1
			page, err := b.Listar(b.ctx, at)
			require(t, err)
			requireSame(t, fmt.Sprintf("page of %d from row %d, with the row before it", q.Limite, after), page, all[after-1:min(after+q.Limite, len(all))])
		}
		if len(want) == 0 {
			return
		}
		back := q
		back.Descendente, back.Desde = !q.Descendente, want[0].ClaveOrden(q.Campo)
		previous := slices.Clone(all[max(0, after-q.Limite):after])
		slices.Reverse(previous)
		page, err = b.Listar(b.ctx, back)
		require(t, err)
		requireSame(t, fmt.Sprintf("page of %d backwards from row %d", q.Limite, after), page, previous)
		q.Desde = want[len(want)-1].ClaveOrden(q.Campo)
	}
}

var hardTitulos = []string{
	"acta", "Acta", "ÁCTA", "ácta de grado", "Acta#de", "acta de", "nandu", "ñandú", "Ñandú", "nz", "n", "o", "Ü", "u",
	"#", "##", "a", "A", "z", "Z", "0", "9", "10", "日本語", "📜 rollo", "Straße", "%_\\\"'", "a\tb",
	strings.Repeat("a", 200), strings.Repeat("a", 199) + "b", strings.Repeat("ñ", 200), strings.Repeat("📜", 200),
	strings.Repeat("a", 95) + "é", strings.Repeat("a", 95) + "ñ", strings.Repeat("a", 96), "x" + strings.Repeat("é", 199),
}

func pageCursorDeleted(t *testing.T, b *world) {
	c, ds := b.seed(t, 12)
	deleted := map[string]bool{}
	for _, i := range []int{0, 4, 5, 11} {
		require(t, b.deleteDocumento(c, ds[i]))
		deleted[ds[i].DocumentoID] = true
	}
	left := slices.DeleteFunc(slices.Clone(ds), func(d documento.Documento) bool { return deleted[d.DocumentoID] })
	eachWalk(t, func(t *testing.T, campo documento.CampoOrden, desc bool) {
		b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Limite: 101}, rowsInOrder(left, campo, desc))
		all := rowsInOrder(ds, campo, desc)
		for i, f := range all {
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Desde: f.ClaveOrden(campo), Limite: 3}
			for begin, itself := range map[int]bool{i + 1: false, i: true} {
				q.ConDesde = itself
				want := slices.DeleteFunc(slices.Clone(all[begin:]), func(f documento.Fila) bool { return deleted[f.DocumentoID] })
				got, err := b.Listar(b.ctx, q)
				require(t, err)
				requireSame(t, fmt.Sprintf("page after row %d, with it: %t", i, itself), got, want[:min(3, len(want))])
			}
		}
	})
	b.requireTotal(t, c, 8, 16)
}

// pageCursorInvented starts where no row ever was: before all, between, after all.
func pageCursorInvented(t *testing.T, b *world) {
	c, ds := b.seed(t, 6)
	for _, campo := range documento.CamposOrden {
		for _, desc := range []bool{false, true} {
			all := rowsInOrder(ds, campo, desc)
			for _, i := range []int{0, 3, 5} {
				invented := all[i]
				invented.DocumentoID = "00000000-0000-7000-8000-000000000000"
				after := invented.ClaveOrden(campo)
				var want []documento.Fila
				for _, f := range all {
					if k := f.ClaveOrden(campo); (!desc && k > after) || (desc && k < after) {
						want = append(want, f)
					}
				}
				for _, itself := range []bool{false, true} {
					q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Desde: after, ConDesde: itself, Limite: 101}
					got, err := b.Listar(b.ctx, q)
					require(t, err)
					requireSame(t, fmt.Sprintf("%s desc=%t from %q", campo, desc, after), got, want)
				}
			}
		}
	}
}

// pageUploads has many announced uploads between the rows of each order. No page shows one, no page is
// shorter for them, and nobody pays for them.
func pageUploads(t *testing.T, b *world) {
	c, ds := b.seed(t, 6)
	for n := range 5 { // between the n-th document and the next one
		for range 8 {
			d := b.newCarga(c, n)
			d.DocumentoID = ds[n].DocumentoID + newID()[30:]
			d.StoragePath = documento.NombreObjeto(d.Clave())
			require(t, b.CrearCarga(b.ctx, d, carpeta.SinCuota, Hecho()))
		}
	}
	diplomas := documento.Filtro{Tipos: []documento.Tipo{ds[5].Tipo}} // the last one: a walk passes everything
	eachWalk(t, func(t *testing.T, campo documento.CampoOrden, desc bool) {
		all := rowsInOrder(ds, campo, desc)
		q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc}
		ctx, tab := quota.WithTab(b.ctx, 1000)
		for size := range 8 {
			q.Limite = size + 1
			b.requireThereAndBack(t, q, all)
			require(t, errOf(b.Listar(ctx, q)))
		}
		if tab.Spent() != 0 {
			t.Errorf("pages without filter cost %d looks", tab.Spent())
		}
		q.Filtro, q.Limite = diplomas, 20
		got, err := b.Listar(ctx, q)
		require(t, err)
		requireSame(t, "rows of one kind", got, filterRows(all, diplomas))
		if inVain := len(ds) - 1; tab.Spent() > 2*inVain {
			t.Errorf("a filter cost %d, at most %d documents were looked at in vain, for 2 each", tab.Spent(), inVain)
		}
	})
}
