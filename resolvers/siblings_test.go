package resolvers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TestDeletionsCutOffTellWhatTheyDid: the time of a request ends between its deletions,
// and in one of them. The answer tells of each that was begun, and of no other.
func TestDeletionsCutOffTellWhatTheyDid(t *testing.T) {
	const asked, doneInTime = 45, 14
	w := newWorld(t)
	ks := w.more(asked)
	w.firstDeletion()
	ctx, cancel := context.WithCancel(w.context(ana))
	defer cancel()
	begun := 0
	w.onCall = func(op string) {
		if op == "Iniciar" {
			if begun++; begun == doneInTime {
				cancel()
			}
		}
	}
	var q strings.Builder
	for i, k := range ks {
		fmt.Fprintf(&q, "d%d: deleteDocumento(input: {documentoId: %q}) { eliminacion { documentoId estado } }\n", i, documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID}.ID())
	}
	resp := w.run(ctx, "mutation { "+q.String()+" }", nil)

	var data map[string]*struct{ Eliminacion *eliminacion.Eliminacion }
	if err := json.Unmarshal(resp.Data, &data); err != nil || data == nil {
		t.Fatalf("data: %s (%v)", resp.Data, err)
	}
	told, locked := 0, 0
	for i, k := range ks {
		d, err := w.store.Documento(t.Context(), k)
		w.must(err)
		p := data[fmt.Sprint("d", i)]
		if isLocked := d.Estado == documento.Eliminando; isLocked != (p != nil && p.Eliminacion != nil) {
			t.Errorf("document %d: locked %t, told %v", i, isLocked, p)
		} else if isLocked {
			locked++
		}
		if p != nil {
			told++
		}
	}
	if diff := cmp.Diff([]int{doneInTime, doneInTime, asked - doneInTime}, []int{told, locked, len(resp.Errors)}); diff != "" {
		t.Errorf("told, locked, errors (-want +got):\n%s", diff)
	}
}

// firstDeletion enters the operador where others look for it: that is more than one write.
func (w *world) firstDeletion() {
	_, err := w.resolver.Eliminaciones.Solicitar(w.t.Context(), ana, eliminacion.Pedido{Clave: key(1, 1)})
	w.must(err)
}

// TestAFailingSiblingLeavesTheOthers: an error takes its own field along, and no other.
func TestAFailingSiblingLeavesTheOthers(t *testing.T) {
	w := newWorld(t)
	cases := []struct {
		name, query string
		code        fault.Code
		want        string
	}{
		{"a query", `{ a: miCarpeta { carpetaId } b: carpeta(id: "x") { carpetaId } c: eliminacion(eventoId: "x") { estado } }`, fault.NotFound,
			`{"a":{"carpetaId":"` + uuid(1, 0) + `"},"b":null,"c":null}`},
		{"a mutation", `mutation { a: deleteDocumento(input: {documentoId: "` + documentoGlobalID(1, 1) + `"}) { eliminacion { estado } }
			b: aprobarEliminacion(input: {eventoId: "` + uuid(9, 1) + `"}) { eliminacion { estado } } }`, fault.Forbidden,
			`{"a":{"eliminacion":{"estado":"INICIADA"}},"b":null}`},
		{"a list", `{ miCarpeta { carpetaId documentos(after: "x") { nodes { titulo } } eliminaciones { nodes { paso: pasoActual } } } }`, fault.InvalidCursorToken,
			`{"miCarpeta":{"carpetaId":"` + uuid(1, 0) + `","documentos":null,"eliminaciones":{"nodes":[{"paso":"MINIO_CLEANUP"}]}}}`},
	}
	for _, tc := range cases {
		resp := w.run(w.context(ana), tc.query, nil)
		if diff := cmp.Diff(tc.want, string(resp.Data)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
		if len(resp.Errors) == 0 || fault.CodeOf(resp.Errors[0].Unwrap()) != tc.code {
			t.Errorf("%s: errors %v", tc.name, resp.Errors)
		}
	}
}

// TestOneNodeThatFailsLeavesTheOthers: the store of the deletions is down, that of the carpetas is not.
func TestOneNodeThatFailsLeavesTheOthers(t *testing.T) {
	w := newWorld(t)
	w.resolver.Eliminaciones.Store = downStore{w.resolver.Eliminaciones.Store}
	resp := w.run(w.context(ana), `query($ids: [ID!]!) { nodes(ids: $ids) { id } }`,
		map[string]any{"ids": []any{carpetaGlobalID(1), eliminacionGlobalID(uuid(9, 1)), documentoGlobalID(1, 1)}})
	want := `{"nodes":[{"id":"` + carpetaGlobalID(1) + `"},null,{"id":"` + documentoGlobalID(1, 1) + `"}]}`
	if diff := cmp.Diff(want, string(resp.Data)); diff != "" {
		t.Errorf("data (-want +got):\n%s", diff)
	}
	if len(resp.Errors) != 1 || resp.Errors[0].Path.String() != "nodes[1]" {
		t.Errorf("errors: %v", resp.Errors)
	}
}

// downStore is a store of deletions that does not answer.
type downStore struct{ eliminacion.Store }

func (downStore) Eliminaciones(context.Context, []string) ([]eliminacion.Eliminacion, error) {
	return nil, fault.Plain(fault.Unavailable)
}

// TestACitizenWithoutACarpetaLearnsSo: null, and a code of its own; a person that is no citizen has none to miss.
func TestACitizenWithoutACarpetaLearnsSo(t *testing.T) {
	w := newWorld(t)
	newcomer := ana
	newcomer.Sub = "zoe"
	for name, tc := range map[string]struct {
		who  string
		want fault.Code
		got  answer
	}{
		"a citizen":   {want: fault.SinCarpeta, got: w.query(newcomer, `{ miCarpeta { id } }`, nil)},
		"an operador": {want: fault.NotFound, got: w.query(oficial, `{ miCarpeta { id } }`, nil)},
	} {
		if diff := cmp.Diff([]string{string(tc.want)}, tc.got.codes); diff != "" || tc.got.data["miCarpeta"] != nil {
			t.Errorf("%s: %v, codes (-want +got):\n%s", name, tc.got.data, diff)
		}
	}
}

// TestADocumentOfOnesOwnByItsUUID: every input that names a document takes the bare
// documentoId of the caller's own carpeta; somebody else's is absent.
func TestADocumentOfOnesOwnByItsUUID(t *testing.T) {
	w := newWorld(t)
	for name, query := range map[string]string{
		"confirmarCarga":       `confirmarCarga(input: {documentoId: $id}) { documento { id } carpeta { totalDocumentosAproximado }`,
		"deleteDocumento":      `deleteDocumento(input: {documentoId: $id, ventana: 60}) { documento { id }`,
		"solicitarEliminacion": `solicitarEliminacion(input: {documentoId: $id, motivo: "m"}) { documento { id }`,
	} {
		ask := func(quien auth.Principal, d documento.Clave) (found any, errores []any) {
			data := w.good(quien, `mutation($id: ID!) { r: `+query+` errores { __typename } } }`, map[string]any{"id": d.DocumentoID})
			r := data["r"].(map[string]any)
			if o, ok := r["documento"].(map[string]any); ok {
				found = o["id"]
			}
			return found, r["errores"].([]any)
		}
		mine := 1
		if name == "solicitarEliminacion" {
			mine = documentsEach // the certified one
		}
		if id, errores := ask(ana, key(1, mine)); id != documentoGlobalID(1, mine) {
			t.Errorf("%s of an own document: %v, errors %v", name, id, errores)
		}
		for _, quien := range []auth.Principal{bea, oficial} {
			if id, errores := ask(quien, key(1, mine)); id != nil || fmt.Sprint(errores) != "[map[__typename:DocumentoNoEncontrado]]" {
				t.Errorf("%s as %s: %v, errors %v", name, quien.Sub, id, errores)
			}
		}
	}
}

// TestSeveralDeletionsAtOnce: a result for each id, in the order asked; the same again changes nothing.
func TestSeveralDeletionsAtOnce(t *testing.T) {
	w := newWorld(t)
	ids := []any{documentoGlobalID(1, 1), "x", key(1, 2).DocumentoID, documentoGlobalID(1, documentsEach), documentoGlobalID(2, 1), documentoGlobalID(1, 1)}
	ask := func() []any {
		data := w.good(ana, `mutation($ids: [ID!]!) { r: eliminarDocumentos(input: { documentoIds: $ids, ventana: 60 }) { errores { __typename }
			resultados { pedido eliminacion { eventoId } documento { estadoDocumento } errores { ... on ErrorDeUsuario { codigo } } } } }`, map[string]any{"ids": ids})
		return data["r"].(map[string]any)["resultados"].([]any)
	}
	first := ask()
	if diff := cmp.Diff(first, ask()); diff != "" {
		t.Errorf("again (-first +again):\n%s", diff)
	}
	for i, code := range []string{"", "NOT_FOUND", "", "DOCUMENTO_CERTIFICADO", "NOT_FOUND", ""} {
		r := first[i].(map[string]any)
		want := "[]"
		if code != "" {
			want = "[map[codigo:" + code + "]]"
		}
		done := code == ""
		if r["pedido"] != ids[i] || fmt.Sprint(r["errores"]) != want || (r["eliminacion"] != nil) != done || (r["documento"] != nil) != done {
			t.Errorf("%d: %v, want %q", i, r, code)
		}
	}
	if fmt.Sprint(first[0]) != fmt.Sprint(first[5]) {
		t.Errorf("the same document twice: %v and %v", first[0], first[5])
	}
	for _, n := range []int{0, 101} {
		many := make([]any, n)
		for i := range many {
			many[i] = documentoGlobalID(1, 1)
		}
		data := w.good(ana, `mutation($ids: [ID!]!) { r: eliminarDocumentos(input: { documentoIds: $ids }) { resultados { pedido } errores { __typename } } }`, map[string]any{"ids": many})
		if got := fmt.Sprint(data["r"]); got != "map[errores:[map[__typename:EntradaInvalida]] resultados:[]]" {
			t.Errorf("%d ids: %s", n, got)
		}
	}
}

// TestAPartialErrorNamesWhatWasAskedFor: of several deletions that are cut off, those that were begun are told. The path of
// the error of another one has the names of the answer, and no field that nobody asked for.
func TestAPartialErrorNamesWhatWasAskedFor(t *testing.T) {
	for selection, want := range map[string]string{
		`{ resultados { eliminacion { estado } } }`:           "r.resultados[1].eliminacion",
		`{ uno: resultados { dos: eliminacion { estado } } }`: "r.uno[1].dos",
		`{ resultados { pedido } }`:                           "r.resultados[1]",
		`{ errores { __typename } }`:                          "r",
		`{ ... on EliminarDocumentosPayload { resultados { ...R } } } } fragment R on ResultadoDeEliminar { eliminacion { estado }`: "r.resultados[1].eliminacion",
	} {
		w := newWorld(t)
		ctx, cancel := context.WithCancel(w.context(ana))
		w.onCall = func(op string) {
			if op == "Iniciar" {
				cancel()
			}
		}
		resp := w.run(ctx, `mutation($ids: [ID!]!) { r: eliminarDocumentos(input: { documentoIds: $ids }) `+selection+` }`, map[string]any{"ids": []any{documentoGlobalID(1, 1), documentoGlobalID(1, 2)}})
		cancel()
		if len(resp.Errors) != 1 || resp.Errors[0].Path.String() != want {
			t.Errorf("%s: %v, want one at %s", selection, resp.Errors, want)
		}
		told := strings.Count(string(resp.Data), `{"estado":"INICIADA"}`)
		if asked := strings.Contains(selection, "estado") || strings.Contains(selection, "...R"); (told == 1) != asked || asked && !strings.Contains(string(resp.Data), "null") {
			t.Errorf("%s: %s", selection, resp.Data)
		}
	}
}
