package resolvers_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const accesses = `query($c: ID!, $d: ID!, $after: String) {
	carpeta(id: $c) { accesos(first: 2, after: $after) { nodes { tipo rol propio operadorId entidadId entidad documentoId proposito baseLegal } pageInfo { hasNextPage endCursor } } }
	node(id: $d) { ... on Documento { accesos { nodes { tipo rol documentoId } } } }
}`

// TestTheOwnerSeesWhoLooked: offices with what for, newest first, page by page; no person of their staff, and
// nobody else's looks.
func TestTheOwnerSeesWhoLooked(t *testing.T) {
	w := newWitnessed(t)
	inOffice := oficial
	inOffice.Finalidad = auth.Finalidad{Proposito: "Trámite 12", BaseLegal: "Ley 1581"}
	ids := map[string]any{"evento": w.evento, "c": carpetaGlobalID(1), "d": documentoGlobalID(1, 2), "after": nil}
	w.good(ana, `query($d: ID!) { node(id: $d) { ... on Documento { urlDescarga } } }`, map[string]any{"d": ids["d"]})
	w.good(inOffice, `query($evento: ID!) { eliminacion(eventoId: $evento) { estado } }`, ids)
	w.good(uni, `{ entregas { nodes { titulo } } }`, nil)
	w.good(bea, `query($d: ID!) { node(id: $d) { ... on Documento { urlDescarga } } }`, map[string]any{"d": documentoGlobalID(2, 1)})

	var told []string
	var ofDocument string
	for range 3 {
		data := w.good(ana, accesses, ids)
		page := data["carpeta"].(map[string]any)["accesos"].(map[string]any)
		for _, n := range page["nodes"].([]any) {
			a := n.(map[string]any)
			told = append(told, fmt.Sprint(a["tipo"], " ", a["rol"], " ", a["propio"], " ", a["operadorId"], " ", a["entidadId"], " ", a["documentoId"], " ", a["proposito"], " ", a["baseLegal"]))
		}
		ofDocument = fmt.Sprint(data["node"].(map[string]any)["accesos"])
		info := page["pageInfo"].(map[string]any)
		if ids["after"] = info["endCursor"]; info["hasNextPage"] == false {
			break
		}
	}
	none := fmt.Sprint(nil)
	want := []string{
		strings.Join([]string{"lista.leida entidad false", none, "uni", w.delivered.DocumentoID, none, none}, " "),
		strings.Join([]string{"nodo.leido operador false op-1", none, uuid(1, 1), "Trámite 12", "Ley 1581"}, " "),
		strings.Join([]string{"documento.descargado ciudadano true", none, none, uuid(1, 2), none, none}, " "),
	}
	if strings.Join(told, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
	if !strings.Contains(ofDocument, uuid(1, 2)) || strings.Contains(ofDocument, uuid(1, 1)) {
		t.Errorf("of the document: %s", ofDocument)
	}
	for _, quien := range []auth.Principal{oficial, auditor, uni, bea} {
		if a := w.query(quien, accesses, ids); a.data["carpeta"] != nil || a.data["node"] != nil {
			t.Errorf("%s sees %v", quien.Sub, a.data)
		}
	}
}

// TestALookNamesItsDocument: the present title, or the one of when its deletion was asked for. What one request looked at
// is one act.
func TestALookNamesItsDocument(t *testing.T) {
	w := newWitnessed(t)
	links := `query($ids: [ID!]!) { nodes(ids: $ids) { ... on Documento { urlDescarga } } }`
	for request, ids := range map[string][]string{"one": {documentoGlobalID(1, 2), documentoGlobalID(1, 3)}, "two": {documentoGlobalID(1, 3)}} {
		w.run(auditoria.WithCorrelacion(w.context(ana), request), links, map[string]any{"ids": ids})
	}
	title := w.good(ana, `query($d: ID!) { node(id: $d) { ... on Documento { titulo } } }`, map[string]any{"d": documentoGlobalID(1, 2)})["node"].(map[string]any)["titulo"]
	deleted := w.good(ana, `mutation($d: ID!) { deleteDocumento(input: {documentoId: $d}) { eliminacion { eventoId } } }`, map[string]any{"d": documentoGlobalID(1, 2)})
	w.end(deleted["deleteDocumento"].(map[string]any)["eliminacion"].(map[string]any)["eventoId"].(string))

	acts := map[string][]string{}
	data := w.good(ana, `query($c: ID!) { carpeta(id: $c) { accesos { nodes { acto documentoId titulo documento { id titulo } } } } }`, map[string]any{"c": carpetaGlobalID(1)})
	for _, n := range data["carpeta"].(map[string]any)["accesos"].(map[string]any)["nodes"].([]any) {
		look := n.(map[string]any)
		acto, d := look["acto"].(string), look["documentoId"].(string)
		acts[acto] = append(acts[acto], d)
		switch living, _ := look["documento"].(map[string]any); {
		case d == uuid(1, 2) && (living != nil || look["titulo"] != title):
			t.Errorf("of one that is gone: %v, want the title %v", look, title)
		case d == uuid(1, 3) && (living["id"] != documentoGlobalID(1, 3) || living["titulo"] != look["titulo"]):
			t.Errorf("of one that is there: %v", look)
		}
	}
	var sizes []int
	for acto, documents := range acts {
		if sizes = append(sizes, len(documents)); strings.Contains(acto, "one") || strings.Contains(acto, "two") {
			t.Errorf("an act is called %s", acto)
		}
	}
	if slices.Sort(sizes); !slices.Equal(sizes, []int{1, 2}) {
		t.Errorf("acts with %v looks", sizes)
	}
	for _, quien := range []auth.Principal{bea, oficial, auditor, nobody} {
		if got := w.resolver.Eliminaciones.TitulosDe(w.context(quien), quien, []documento.Clave{key(1, 2)})[0]; got.Value != "" || !errors.Is(got.Err, fault.NotFound) {
			t.Errorf("%s gets %q, %v", quien.Sub, got.Value, got.Err)
		}
	}
}
