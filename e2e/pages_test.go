package e2e_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

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
