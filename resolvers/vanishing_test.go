package resolvers_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// ghosts is a store whose index still shows rows that its table has no more; or one whose
// table does not answer.
type ghosts struct {
	documento.Store
	gone func(documento.Clave) bool
	down bool
}

func (g ghosts) Documentos(ctx context.Context, ks []documento.Clave) ([]documento.Documento, error) {
	if g.down {
		return nil, fault.Plain(fault.Unavailable)
	}
	ds, err := g.Store.Documentos(ctx, ks)
	return slices.DeleteFunc(ds, func(d documento.Documento) bool { return g.gone(d.Clave()) }), err
}

// TestAPageWithoutGhosts: rows that are gone are not in a page, which is full, and goes on
// where it ended.
func TestAPageWithoutGhosts(t *testing.T) {
	w := newWorld(t)
	w.more(30)
	gone := map[string]bool{}
	for i := range 12 {
		gone[key(1, 100+2*i).DocumentoID] = true
	}
	w.resolver.Documentos.Store = ghosts{Store: w.store, gone: func(k documento.Clave) bool { return gone[k.DocumentoID] }}
	for _, field := range []string{"hashDocumento", "fechaUltimaModificacion", "urlDescarga", "eliminacion { eventoId }", "fechaEmision"} {
		seen, after := map[string]bool{}, any(nil)
		for _, want := range []int{10, 10, 1} {
			a := w.good(ana, `query($a: String) { miCarpeta { documentos(first: 10, after: $a, orden: {campo: DOCUMENTO_ID, direccion: ASC}) {
				edges { node { ...F } } pageInfo { endCursor hasNextPage } } } } fragment F on Documento { documentoId `+field+` }`, map[string]any{"a": after})
			page := a["miCarpeta"].(map[string]any)["documentos"].(map[string]any)
			info := page["pageInfo"].(map[string]any)
			if n := len(page["edges"].([]any)); n != want || info["hasNextPage"] != (want == 10) {
				t.Fatalf("%s: %d rows, want %d: %v", field, n, want, page)
			}
			for _, e := range page["edges"].([]any) {
				seen[e.(map[string]any)["node"].(map[string]any)["documentoId"].(string)] = true
			}
			after = info["endCursor"]
		}
		for id := range gone {
			if seen[id] {
				t.Errorf("%s: %s is gone, and in the page", field, id)
			}
		}
		if len(seen) != documentsEach+30-len(gone) {
			t.Errorf("%s: %d documents", field, len(seen))
		}
	}
}

// TestAPageThatLostItsTable: the fields of the second read are null, each with its error, and the
// rows are there. That nobody issued a document stands in its row.
func TestAPageThatLostItsTable(t *testing.T) {
	w := newWorld(t)
	w.resolver.Documentos.Store = ghosts{Store: w.store, down: true}
	a := w.query(ana, `{ miCarpeta { documentos(orden: {campo: DOCUMENTO_ID, direccion: ASC}) { nodes { titulo hashDocumento emisor { nombre } fechaEmision } } } }`, nil)
	var want []any
	for i := range documentsEach {
		want = append(want, map[string]any{"titulo": fmt.Sprint("Documento ", i+1), "hashDocumento": nil, "emisor": nil, "fechaEmision": nil})
	}
	got := a.data["miCarpeta"].(map[string]any)["documentos"].(map[string]any)["nodes"]
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(slices.Repeat([]string{"UNAVAILABLE"}, 2*documentsEach), a.codes); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
	if n := w.counted()["Documentos"]; n > 1 {
		t.Errorf("the table was asked %d times", n)
	}
}
