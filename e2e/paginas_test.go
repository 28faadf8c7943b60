package e2e_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

var camposOrden = map[string]func(a, b fila) int{
	"FECHA_RECEPCION": func(a, b fila) int { return cmp.Compare(a.FechaRecepcion, b.FechaRecepcion) },
	"TIPO_DOCUMENTO":  func(a, b fila) int { return cmp.Compare(a.TipoDocumento, b.TipoDocumento) },
	"TAMANO_BYTES":    func(a, b fila) int { return cmp.Compare(a.TamanoBytes, b.TamanoBytes) },
	"DOCUMENTO_ID":    func(a, b fila) int { return cmp.Compare(a.DocumentoID, b.DocumentoID) },
	// How titles compare is for the unit tests; here: both ways are each other's reverse.
	"TITULO": nil,
}

// recorrerOrdenes pages through a carpeta in every order and direction, to the
// end and back, and returns its documents.
func recorrerOrdenes(t *testing.T, c serverkit.Client, carpetaID string, porPagina int) []fila {
	t.Helper()
	var todas []fila
	for campo, compara := range camposOrden {
		asc := idaYVuelta(t, c, carpetaID, porPagina, obj{"orden": obj{"campo": campo, "direccion": "ASC"}})
		desc := idaYVuelta(t, c, carpetaID, porPagina, obj{"orden": obj{"campo": campo, "direccion": "DESC"}})
		slices.Reverse(desc)
		if !slices.Equal(ids(asc), ids(desc)) {
			t.Errorf("%s: DESC is not the reverse of ASC", campo)
		}
		if compara != nil && !slices.IsSortedFunc(asc, compara) {
			t.Errorf("%s: not in order", campo)
		}
		if todas != nil && !mismas(todas, asc) {
			t.Errorf("%s: lists other documents than the other orders", campo)
		}
		todas = asc
	}
	return todas
}

// idaYVuelta walks forward to the end and backward to the beginning.
func idaYVuelta(t *testing.T, c serverkit.Client, carpetaID string, porPagina int, v obj) []fila {
	t.Helper()
	ida, vuelta := recorrer(t, c, carpetaID, porPagina, v, false), recorrer(t, c, carpetaID, porPagina, v, true)
	if !slices.Equal(ids(ida), ids(vuelta)) {
		t.Errorf("%v: forward and backward differ:\n%v\n%v", v, ids(ida), ids(vuelta))
	}
	if len(ids(ida)) != len(mapaDe(ida)) {
		t.Errorf("%v: a document is there twice", v)
	}
	return ida
}

// recorrer walks one way and checks that every page tells the truth about itself.
func recorrer(t *testing.T, c serverkit.Client, carpetaID string, porPagina int, v obj, atras bool) []fila {
	t.Helper()
	cuantos, desde := "first", "after"
	if atras {
		cuantos, desde = "last", "before"
	}
	v = maps.Clone(v)
	v[cuantos] = porPagina
	var filas []fila
	for n := 0; ; n++ {
		p := pedirPagina(t, c, carpetaID, v).Carpeta.Documentos
		mas, menos, cursor := p.PageInfo.HasNextPage, p.PageInfo.HasPreviousPage, p.PageInfo.EndCursor
		var pagina []fila
		for _, e := range p.Edges {
			pagina = append(pagina, e.Node)
		}
		if atras {
			mas, menos, cursor = menos, mas, p.PageInfo.StartCursor
			filas = append(pagina, filas...)
		} else {
			filas = append(filas, pagina...)
		}
		if menos != (n > 0) {
			t.Errorf("%v: page %d says %v of what is behind it", v, n, menos)
		}
		if mas && len(pagina) != porPagina {
			t.Errorf("%v: page %d has %d of %d rows and is not the last", v, n, len(pagina), porPagina)
		}
		if !mas {
			return filas
		}
		v[desde] = *cursor
	}
}

func ids(filas []fila) []string {
	ids := make([]string, len(filas))
	for i, f := range filas {
		ids[i] = f.ID
	}
	return ids
}

func mapaDe(filas []fila) map[string]fila {
	m := map[string]fila{}
	for _, f := range filas {
		m[f.ID] = f
	}
	return m
}

func mismas(a, b []fila) bool { return maps.Equal(mapaDe(a), mapaDe(b)) }

// filtrar compares both filters, alone and together, with what the whole list says.
func filtrar(t *testing.T, c serverkit.Client, carpetaID string, todas []fila) {
	t.Helper()
	for _, f := range []struct{ tipo, estado string }{
		{"OTRO", ""}, {"HISTORIA_CLINICA", ""}, {"", "PROCESADO"}, {"", "ELIMINANDO"}, {"FACTURA", "PROCESADO"}, {"CERTIFICADO", "ELIMINANDO"},
	} {
		var quiero []string
		for _, d := range todas {
			if (f.tipo == "" || d.TipoDocumento == f.tipo) && (f.estado == "" || d.EstadoDocumento == f.estado) {
				quiero = append(quiero, d.ID)
			}
		}
		filtro := obj{}
		if f.tipo != "" {
			filtro["tipoDocumento"] = f.tipo
		}
		if f.estado != "" {
			filtro["estadoDocumento"] = f.estado
		}
		hay := ids(idaYVuelta(t, c, carpetaID, 7, obj{"filtro": filtro}))
		slices.Sort(quiero)
		slices.Sort(hay)
		if !slices.Equal(quiero, hay) {
			t.Errorf("filter %v: %d documents, want %d", filtro, len(hay), len(quiero))
		}
	}
}
