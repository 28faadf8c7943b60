package transport_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

const (
	deleteTwice = `mutation($a: ID!, $b: ID!) {
	a: deleteDocumento(input: {documentoId: $a}) { eliminacion { eventoId } }
	... { b: deleteDocumento(input: {documentoId: $b}) { eliminacion { eventoId } } } }`
	deleteMany = `mutation($a: ID!, $b: ID!) {
	a: deleteDocumento(input: {documentoId: $a}) { eliminacion { eventoId } }
	eliminarDocumentos(input: {documentoIds: [$b]}) { resultados { pedido } } }`
	states = `query($a: ID!, $b: ID!) { nodes(ids: [$a, $b]) { ... on Documento { estadoDocumento } } }`
)

// stepping needs the level alto, five minutes ago at most, to delete several documents.
func stepping(t *testing.T) (b *bench, two map[string]any) {
	b = start(t, func(c *transport.Config) {
		c.StepUp = auth.StepUp{act.EliminarVarios: fault.Challenge{ACRValues: []string{"alto"}, MaxAge: 5 * time.Minute}}
	})
	return b, map[string]any{"a": b.docs[0].ID(), "b": b.docs[1].ID()}
}

// TestStepUpByHTTP: an act that needs another sign-in is refused as RFC 9470 says, for every media type, and nothing of its
// operation runs.
func TestStepUpByHTTP(t *testing.T) {
	const want = `Bearer error="insufficient_user_authentication", acr_values="alto", max_age="300"`
	b, two := stepping(t)
	for name, query := range map[string]string{"twice one": deleteTwice, "one and several": deleteMany} {
		for _, accept := range []string{"application/json", "application/graphql-response+json"} {
			a := b.do(request{body: operation(query, two), header: map[string]string{
				"Content-Type": "application/json", "Authorization": "Bearer " + b.token, "Accept": accept,
			}})
			if a.status != http.StatusUnauthorized || a.header.Get("WWW-Authenticate") != want || a.code() != "INSUFFICIENT_AUTHENTICATION" || a.Data != nil {
				t.Errorf("%s, %s: %d %q %s", name, accept, a.status, a.header.Get("WWW-Authenticate"), a.body)
			}
			if !strings.Contains(a.body, `"acrValues":["alto"]`) || !strings.Contains(a.body, `"maxAge":300`) {
				t.Error(name, a.body)
			}
		}
	}
	if a := b.query(states, two); strings.Count(a.body, "PROCESADO") != 2 {
		t.Errorf("a part of what was refused has run: %s", a.body)
	}
	for _, atOnce := range []string{
		`mutation($a: ID!) { deleteDocumento(input: {documentoId: $a}) { errores { __typename } } }`,
		`mutation($a: ID!) { deleteDocumento(input: {documentoId: $a, ventana: 1}) { errores { __typename } } }`,
		`mutation($a: ID!, $v: Int! = -0) { deleteDocumento(input: {documentoId: $a, ventana: $v}) { errores { __typename } } }`,
	} {
		if a := b.query(atOnce, map[string]any{"a": two["a"]}); a.status != http.StatusUnauthorized {
			t.Errorf("a deletion that nobody can undo is not refused: %d %s", a.status, a.body)
		}
	}
	whole := `mutation($i: DeleteDocumentoInput!) { deleteDocumento(input: $i) { errores { __typename } } }`
	if a := b.query(whole, map[string]any{"i": map[string]any{"documentoId": two["b"]}}); a.status != http.StatusUnauthorized {
		t.Errorf("a deletion that nobody can undo, as a variable, is not refused: %d %s", a.status, a.body)
	}
	if a := b.query(whole, map[string]any{"i": map[string]any{"documentoId": two["b"], "ventana": 86400}}); a.status != http.StatusOK {
		t.Errorf("a deletion with a window, as a variable: %d %s", a.status, a.body)
	}
	one := `mutation($a: ID!) { deleteDocumento(input: {documentoId: $a, ventana: 3600}) { errores { __typename } } }`
	if a := b.query(one, map[string]any{"a": two["a"]}); a.status != http.StatusOK || len(a.Errors) > 0 {
		t.Errorf("one deletion is refused: %d %s", a.status, a.body)
	}
	var err error
	b.token, err = b.emisor.Level("alto").Issue(b.carpeta.CiudadanoID, auth.Ciudadano, "", time.Hour)
	b.must(err)
	if a := b.query(deleteTwice, two); a.status != http.StatusOK || len(a.Errors) > 0 {
		t.Errorf("after signing in: %d %s", a.status, a.body)
	}
}

// TestStepUpWithoutStatus: a socket stays open, and an event stream has an event with the error.
func TestStepUpWithoutStatus(t *testing.T) {
	b, two := stepping(t)
	told := func(text string) bool {
		return strings.Contains(text, `"INSUFFICIENT_AUTHENTICATION"`) && strings.Contains(text, `"acrValues":["alto"]`) && strings.Contains(text, `"maxAge":300`)
	}
	ws := b.connect()
	ws.subscribe("m", deleteMany, two)
	if m := ws.expect("m", "error"); !told(string(m.Payload)) {
		t.Error(string(m.Payload))
	}
	ws.subscribe("q", states, two)
	if m := ws.expect("q", "next"); strings.Count(string(m.Payload), "PROCESADO") != 2 {
		t.Error(string(m.Payload))
	}
	s := b.events(http.MethodPost, deleteMany, two, b.token)
	if event, data := s.next(); event != "next" || !told(data) {
		t.Error(event, data)
	}
}

// TestMutationsThatAreActs: a mutation under another name would lose what it needs.
func TestMutationsThatAreActs(t *testing.T) {
	got := map[string]act.Act{}
	for _, f := range start(t).schema().Mutation.Fields {
		for _, a := range act.Of([]act.Mutation{{Name: f.Name, Ventana: 24 * time.Hour}}) {
			got[f.Name] = a
		}
	}
	want := map[string]act.Act{
		"aprobarEliminacion": act.Aprobar, "eliminarDocumentos": act.EliminarVarios, "borrarYa": act.EliminarVarios, "entregarDocumento": act.Entregar,
		"confirmarEntrega": act.Entregar, "ordenarEmbargo": act.Embargar, "levantarEmbargo": act.Embargar,
		"responderSolicitud": act.Autorizar,
		"cerrarSesiones":     act.CerrarSesiones, "revocarEntrega": act.Revocar, "revocarLlave": act.RevocarLlave, "crearCodigo": act.Mostrar,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
