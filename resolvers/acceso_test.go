package resolvers_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
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
