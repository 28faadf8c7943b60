package resolvers_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What the domain leaves empty is null in the API, never "".
func TestEmptyTextIsNull(t *testing.T) {
	w := newWorld(t)
	data := w.good(ana, `mutation($d: ID!) { solicitarEliminacion(input: {documentoId: $d, motivo: "m"}) { eliminacion { eventoId aprobacion { comentario } } } }`,
		map[string]any{"d": documentoGlobalID(1, documentsEach)})
	e := data["solicitarEliminacion"].(map[string]any)["eliminacion"].(map[string]any)
	if diff := cmp.Diff(map[string]any{"comentario": nil}, e["aprobacion"]); diff != "" {
		t.Errorf("aprobacion (-want +got):\n%s", diff)
	}
	id := map[string]any{"id": e["eventoId"]}
	data = w.good(auditor, `query($id: ID!) { eliminacion(eventoId: $id) { auditoria { decididaPor solicitadaPor } } porQueNoAvanza(eventoId: $id) { causa quien } }`, id)
	want := map[string]any{
		"eliminacion":    map[string]any{"auditoria": map[string]any{"decididaPor": nil, "solicitadaPor": "ana"}},
		"porQueNoAvanza": map[string]any{"causa": "ESPERA_APROBACION", "quien": nil},
	}
	if diff := cmp.Diff(want, data); diff != "" {
		t.Errorf("for an auditor (-want +got):\n%s", diff)
	}
	w.good(oficial, `mutation($id: ID!) { aprobarEliminacion(input: {eventoId: $id, comentario: "bien"}) { errores { ... on ErrorDeUsuario { mensaje } } } }`, id)
	data = w.good(auditor, `query($id: ID!) { eliminacion(eventoId: $id) { aprobacion { comentario } auditoria { decididaPor } } }`, id)
	want = map[string]any{"eliminacion": map[string]any{
		"aprobacion": map[string]any{"comentario": "bien"}, "auditoria": map[string]any{"decididaPor": "oto"},
	}}
	if diff := cmp.Diff(want, data); diff != "" {
		t.Errorf("decided (-want +got):\n%s", diff)
	}
}

// A filter's member that is null does not filter, like one that is not there.
func TestNullDoesNotFilter(t *testing.T) {
	w := newWorld(t)
	w.deleted()
	filters := []string{``, `filtro: null`, `filtro: {}`, `filtro: {estados: null, paso: null, causa: null, masAntiguaQue: null, certificados: null}`, `filtro: {certificados: false}`}
	for _, f := range filters {
		data := w.good(oficial, `{ eliminaciones(operadorId: "op-1" `+f+`) { nodes { estado } } }`, nil)
		if diff := cmp.Diff([]any{map[string]any{"estado": "INICIADA"}}, data["eliminaciones"].(map[string]any)["nodes"]); diff != "" {
			t.Errorf("eliminaciones(%s) (-want +got):\n%s", f, diff)
		}
	}
	for _, f := range []string{`filtro: null`, `filtro: {codigosTipo: null, estadoDocumento: null}`, `filtro: {codigosTipo: "DIPLOMA"}`} {
		data := w.good(ana, `{ miCarpeta { documentos(`+f+`) { nodes { id } } } }`, nil)
		if n := len(data["miCarpeta"].(map[string]any)["documentos"].(map[string]any)["nodes"].([]any)); n != documentsEach {
			t.Errorf("documentos(%s): %d of %d", f, n, documentsEach)
		}
	}
	w.good(oficial, `{ mensajesMuertos(filtro: {cola: null, motivo: null, masAntiguoQue: null}) { nodes { copiaId } } }`, nil)
	data := w.good(oficial, `{ eliminaciones(operadorId: "op-1", filtro: {certificados: true}) { nodes { estado } } }`, nil)
	if diff := cmp.Diff([]any{}, data["eliminaciones"].(map[string]any)["nodes"]); diff != "" {
		t.Errorf("certificados: true (-want +got):\n%s", diff)
	}
}
