package resolvers_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

const queryNodes = `query($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }`

// typenames are the types of the nodes in order, "" for null.
func typenames(t *testing.T, data map[string]any) (names []string) {
	t.Helper()
	for _, n := range data["nodes"].([]any) {
		object, _ := n.(map[string]any)
		name, _ := object["__typename"].(string)
		names = append(names, name)
	}
	return names
}

// deleted asks for the deletion of ana's first document and returns its eventoId.
func (w *world) deleted() string {
	w.t.Helper()
	data := w.good(ana, `mutation($d: ID!) { deleteDocumento(input: {documentoId: $d}) { eliminacion { eventoId } errores { ... on ErrorDeUsuario { mensaje } } } }`,
		map[string]any{"d": documentoGlobalID(1, 1)})
	payload := data["deleteDocumento"].(map[string]any)
	if payload["eliminacion"] == nil {
		w.t.Fatalf("not deleted: %v", payload)
	}
	return payload["eliminacion"].(map[string]any)["eventoId"].(string)
}

func TestNodesShowWhatTheCallerMaySee(t *testing.T) {
	w := newWorld(t)
	evento := w.deleted()
	ids := []string{
		documentoGlobalID(1, 2), carpetaGlobalID(1), eliminacionGlobalID(evento),
		documentoGlobalID(2, 2), carpetaGlobalID(2), // bea's
		documentoGlobalID(1, 9), carpetaGlobalID(7), eliminacionGlobalID(uuid(8, 8)), // nobody's
		"", "x", relay.GlobalID{Type: "Documento", Keys: []string{"a", "b"}}.String(),
		relay.GlobalID{Type: "Otro", Keys: []string{uuid(1, 0)}}.String(), relay.GlobalID{Type: "Carpeta", Keys: []string{uuid(1, 0), "b"}}.String(),
	}
	rest := func(names ...string) []string {
		return append(names, slices.Repeat([]string{""}, len(ids)-len(names))...)
	}
	cases := map[string]struct {
		quien auth.Principal
		want  []string
	}{
		"the owner":                {ana, rest("Documento", "Carpeta", "Eliminacion")},
		"another citizen":          {bea, rest("", "", "", "Documento", "Carpeta")},
		"the operador of both":     {oficial, rest("", "", "Eliminacion")},
		"another operador":         {foreign, rest()},
		"an auditor":               {auditor, rest("", "", "Eliminacion")},
		"a citizen without a role": {auth.Principal{Sub: "ana"}, rest()},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got := typenames(t, w.good(tc.quien, queryNodes, map[string]any{"ids": ids}))
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("nodes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNodeOfAMalformedIDReadsNothing(t *testing.T) {
	w := newWorld(t)
	for _, id := range []string{"", "x", relay.GlobalID{Type: "Eliminacion", Keys: []string{"x"}}.String(), relay.GlobalID{Type: "Documento", Keys: []string{"a", "b"}}.String()} {
		if data := w.good(ana, `query($id: ID!) { node(id: $id) { id } }`, map[string]any{"id": id}); data["node"] != nil {
			t.Errorf("%q: %v", id, data)
		}
		if diff := cmp.Diff(map[string]int{}, w.counted()); diff != "" {
			t.Errorf("%q: calls of the store (-want +got):\n%s", id, diff)
		}
	}
}

func TestNodesAreBounded(t *testing.T) {
	w := newWorld(t)
	a := w.query(ana, queryNodes, map[string]any{"ids": slices.Repeat([]string{"x"}, relay.MaxPage+1)})
	if diff := cmp.Diff([]string{"BAD_USER_INPUT"}, a.codes); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
}

// A store that fails is no absent object.
func TestNodeOfAStoreThatFailsIsAnError(t *testing.T) {
	w := newWorld(t)
	w.must(w.store.Close())
	a := w.query(ana, `query($id: ID!) { node(id: $id) { id } }`, map[string]any{"id": documentoGlobalID(1, 1)})
	if len(a.codes) != 1 || a.codes[0] == "NOT_FOUND" {
		t.Errorf("codes %q, data %v", a.codes, a.data)
	}
}
