package resolvers_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	kit "github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

const asItWas = `titulo tipo nombreArchivo tamanoBytes hashDocumento certificado`

// TestWhoSeesWhatADeletionRemembers: the owner and auditors all of it; an operador what a
// decision needs, and of what needs no decision no more than its kind and size.
func TestWhoSeesWhatADeletionRemembers(t *testing.T) {
	w := newWorld(t)
	ordinary := w.good(ana, `mutation($id: ID!) { r: deleteDocumento(input: {documentoId: $id, ventana: 600}) { eliminacion { eventoId } } }`,
		map[string]any{"id": documentoGlobalID(1, 1)})
	certified := w.good(ana, `mutation($id: ID!) { r: solicitarEliminacion(input: {documentoId: $id, motivo: "m"}) { eliminacion { eventoId } } }`,
		map[string]any{"id": documentoGlobalID(1, documentsEach)})
	type what = map[string]any
	all := func(n int, certificado bool) what {
		return what{"titulo": fmt.Sprint("Documento ", n), "tipo": "DIPLOMA", "nombreArchivo": "a.pdf", "tamanoBytes": 1.0, "hashDocumento": "00", "certificado": certificado}
	}
	without := func(o what, names ...string) what {
		for _, n := range names {
			o[n] = nil
		}
		return o
	}
	for name, tc := range map[string]struct {
		quien auth.Principal
		of    map[string]any
		want  what
	}{
		"owner":                 {ana, ordinary, all(1, false)},
		"owner, certified":      {ana, certified, all(documentsEach, true)},
		"auditor":               {auditor, ordinary, all(1, false)},
		"operador":              {oficial, ordinary, without(all(1, false), "titulo", "nombreArchivo", "hashDocumento")},
		"operador that decides": {oficial, certified, without(all(documentsEach, true), "nombreArchivo")},
	} {
		id := tc.of["r"].(map[string]any)["eliminacion"].(map[string]any)["eventoId"]
		got := w.good(tc.quien, `query($id: ID!) { r: eliminacion(eventoId: $id) { `+asItWas+` } }`, map[string]any{"id": id})
		if diff := cmp.Diff(tc.want, got["r"]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestAnotherTabSeesTheDocumentOfADeletion: locked while it is there; and the id that a
// cache forgets comes with the end, not before.
func TestAnotherTabSeesTheDocumentOfADeletion(t *testing.T) {
	w := newWorld(t)
	const fields = `estado documento { id estadoDocumento } documentoGlobalId documentoEliminadoId`
	data := w.good(ana, `mutation($id: ID!) { r: deleteDocumento(input: {documentoId: $id, ventana: 600}) { eliminacion { eventoId `+fields+` } } }`,
		map[string]any{"id": documentoGlobalID(1, 1)})
	e := data["r"].(map[string]any)["eliminacion"].(map[string]any)
	id := documentoGlobalID(1, 1)
	want := map[string]any{"eventoId": e["eventoId"], "estado": "INICIADA", "documentoGlobalId": id, "documentoEliminadoId": nil,
		"documento": map[string]any{"id": id, "estadoDocumento": "ELIMINANDO"}}
	if diff := cmp.Diff(want, e); diff != "" {
		t.Errorf("under way (-want +got):\n%s", diff)
	}
	w.end(e["eventoId"].(string))
	got := w.good(ana, `query($id: ID!) { r: eliminacion(eventoId: $id) { eventoId `+fields+` } }`, map[string]any{"id": e["eventoId"]})
	want["estado"], want["documento"], want["documentoEliminadoId"] = "COMPLETADA", nil, id
	if diff := cmp.Diff(want, got["r"]); diff != "" {
		t.Errorf("completed (-want +got):\n%s", diff)
	}
}

// end brings a deletion to its end, past its steps.
func (w *world) end(eventoID string) {
	e, err := w.store.Eliminacion(w.t.Context(), eventoID)
	w.must(err)
	e.Estado, e.Paso = eliminacion.Completada, eliminacion.Completed
	e.Secuencia++
	w.must(w.store.Guardar(w.t.Context(), eliminacion.Guardado{Nueva: e, Efecto: eliminacion.BorrarMetadato}, kit.Hecho()))
}
