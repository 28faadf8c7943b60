package e2e_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// thereAndBack walks forward to the end and backward to the beginning: both see each document once, in the same order.
// What each page says of itself is proven in internal/ground/relay.
func thereAndBack(t *testing.T, c serverkit.Client, carpetaID string, pageSize int, v obj) {
	t.Helper()
	there, back := pageThrough(t, c, carpetaID, pageSize, v, false), pageThrough(t, c, carpetaID, pageSize, v, true)
	mustSame(t, "the way back", there, back)
	slices.Sort(there)
	mustSame(t, "documents, each once", len(allFilas(t, c, carpetaID)), len(slices.Compact(there)))
}

// pageThrough walks one way, and returns the ids.
func pageThrough(t *testing.T, c serverkit.Client, carpetaID string, pageSize int, v obj, back bool) (ids []string) {
	t.Helper()
	count, from := "first", "after"
	if back {
		count, from = "last", "before"
	}
	v = maps.Clone(v)
	for v[count] = pageSize; ; {
		p := queryPage(t, c, carpetaID, v).Carpeta.Documentos
		var page []string
		for _, e := range p.Edges {
			page = append(page, e.Node.ID)
		}
		more, cursor := p.PageInfo.HasNextPage, p.PageInfo.EndCursor
		if back {
			more, cursor = p.PageInfo.HasPreviousPage, p.PageInfo.StartCursor
			ids, page = page, ids
		}
		ids = append(ids, page...)
		if !more {
			return ids
		}
		v[from] = *cursor
	}
}
