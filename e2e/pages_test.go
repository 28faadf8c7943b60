package e2e_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

var ordenFields = map[string]func(a, b fila) int{
	"FECHA_RECEPCION": func(a, b fila) int { return cmp.Compare(a.FechaRecepcion, b.FechaRecepcion) },
	"TIPO_DOCUMENTO":  func(a, b fila) int { return cmp.Compare(a.Tipo, b.Tipo) },
	"TAMANO_BYTES":    func(a, b fila) int { return cmp.Compare(a.TamanoBytes, b.TamanoBytes) },
	"DOCUMENTO_ID":    func(a, b fila) int { return cmp.Compare(a.DocumentoID, b.DocumentoID) },
	// How titles compare is for the unit tests; here: both ways are each other's reverse.
	"TITULO": nil,
}

// pageInEveryOrden pages through a carpeta in every order and direction, to the
// end and back, and returns its documents.
func pageInEveryOrden(t *testing.T, c serverkit.Client, carpetaID string, pageSize int) []fila {
	t.Helper()
	var all []fila
	for field, compareFilas := range ordenFields {
		asc := thereAndBack(t, c, carpetaID, pageSize, obj{"orden": obj{"campo": field, "direccion": "ASC"}})
		desc := thereAndBack(t, c, carpetaID, pageSize, obj{"orden": obj{"campo": field, "direccion": "DESC"}})
		slices.Reverse(desc)
		if !slices.Equal(ids(asc), ids(desc)) {
			t.Errorf("%s: DESC is not the reverse of ASC", field)
		}
		if compareFilas != nil && !slices.IsSortedFunc(asc, compareFilas) {
			t.Errorf("%s: not in order", field)
		}
		if all != nil && !sameFilas(all, asc) {
			t.Errorf("%s: lists other documents than the other orders", field)
		}
		all = asc
	}
	return all
}

// thereAndBack walks forward to the end and backward to the beginning.
func thereAndBack(t *testing.T, c serverkit.Client, carpetaID string, pageSize int, v obj) []fila {
	t.Helper()
	there, back := pageThrough(t, c, carpetaID, pageSize, v, false), pageThrough(t, c, carpetaID, pageSize, v, true)
	if !slices.Equal(ids(there), ids(back)) {
		t.Errorf("%v: forward and backward differ:\n%v\n%v", v, ids(there), ids(back))
	}
	if len(ids(there)) != len(byID(there)) {
		t.Errorf("%v: a document is there twice", v)
	}
	return there
}

// pageThrough walks one way and checks that every page tells the truth about itself.
func pageThrough(t *testing.T, c serverkit.Client, carpetaID string, pageSize int, v obj, back bool) []fila {
	t.Helper()
	count, from := "first", "after"
	if back {
		count, from = "last", "before"
	}
	v = maps.Clone(v)
	v[count] = pageSize
	var filas []fila
	for n := 0; ; n++ {
		p := queryPage(t, c, carpetaID, v).Carpeta.Documentos
		more, less, cursor := p.PageInfo.HasNextPage, p.PageInfo.HasPreviousPage, p.PageInfo.EndCursor
		var page []fila
		for _, e := range p.Edges {
			page = append(page, e.Node)
		}
		if back {
			more, less, cursor = less, more, p.PageInfo.StartCursor
			filas = append(page, filas...)
		} else {
			filas = append(filas, page...)
		}
		if less != (n > 0) {
			t.Errorf("%v: page %d says %v of what is behind it", v, n, less)
		}
		if more && len(page) != pageSize {
			t.Errorf("%v: page %d has %d of %d rows and is not the last", v, n, len(page), pageSize)
		}
		if !more {
			return filas
		}
		v[from] = *cursor
	}
}

func ids(filas []fila) []string {
	ids := make([]string, len(filas))
	for i, f := range filas {
		ids[i] = f.ID
	}
	return ids
}

func byID(filas []fila) map[string]fila {
	m := map[string]fila{}
	for _, f := range filas {
		m[f.ID] = f
	}
	return m
}

func sameFilas(a, b []fila) bool { return maps.Equal(byID(a), byID(b)) }

// checkFilters compares both filters, alone and together, with what the whole list says.
func checkFilters(t *testing.T, c serverkit.Client, carpetaID string, all []fila) {
	t.Helper()
	for _, f := range []struct{ tipo, estado string }{
		{"OTRO", ""}, {"HISTORIA_CLINICA", ""}, {"", "PROCESADO"}, {"", "ELIMINANDO"}, {"FACTURA", "PROCESADO"}, {"CERTIFICADO", "ELIMINANDO"},
	} {
		var want []string
		for _, d := range all {
			if (f.tipo == "" || d.Tipo == f.tipo) && (f.estado == "" || d.EstadoDocumento == f.estado) {
				want = append(want, d.ID)
			}
		}
		filtro := obj{}
		if f.tipo != "" {
			filtro["codigosTipo"] = []string{f.tipo}
		}
		if f.estado != "" {
			filtro["estadoDocumento"] = f.estado
		}
		found := ids(thereAndBack(t, c, carpetaID, 7, obj{"filtro": filtro}))
		slices.Sort(want)
		slices.Sort(found)
		if !slices.Equal(want, found) {
			t.Errorf("filter %v: %d documents, want %d", filtro, len(found), len(want))
		}
	}
}
