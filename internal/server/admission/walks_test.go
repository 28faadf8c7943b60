package admission_test

import (
	"encoding/json"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
)

// TestWalks: operations whose work is known only afterwards, and those that only look like them.
func TestWalks(t *testing.T) {
	w := newWorld(t)
	const filtered = `query($c: ID!, $f: FiltroDocumentos) { carpeta(id: $c) { documentos(first: 1, filtro: $f) { nodes { id } } } }`
	for name, c := range map[string]struct {
		query, filter string
		want          bool
	}{
		"a page":                     {`{ miCarpeta { documentos { nodes { id } } } }`, "", false},
		"no filter":                  {filtered, "", false},
		"null":                       {filtered, "null", false},
		"an empty filter":            {filtered, "{}", false},
		"a filter of nulls":          {filtered, `{"texto": null}`, false},
		"a filter":                   {filtered, `{"texto": "hola"}`, true},
		"a literal":                  {`{ miCarpeta { documentos(filtro: {texto: "hola"}) { nodes { id } } } }`, "", true},
		"in a fragment":              {`{ miCarpeta { ...F } } fragment F on Carpeta { documentos(filtro: {texto: "hola"}) { nodes { id } } }`, "", true},
		"deletions of a carpeta":     {`{ miCarpeta { eliminaciones(filtro: {texto: "hola"}) { nodes { eventoId } } } }`, "", true},
		"deletions of an operador":   {`{ eliminaciones(filtro: {paso: APROBACION}) { nodes { eventoId } } }`, "", true},
		"the trail":                  {`{ eventosAuditoria { nodes { eventoId } } }`, "", true},
		"dead letters":               {`{ mensajesMuertos { nodes { tipo } } }`, "", true},
		"why a deletion waits":       {`{ porQueNoAvanza(eventoId: "e") { causa } }`, "", true},
		"who looked":                 {`{ miCarpeta { accesos { nodes { eventoId } } } }`, "", true},
		"a little of the schema":     {`{ __typename __type(name: "Carpeta") { name } }`, "", false},
		"much of the schema":         {`{ __schema { types { name fields { name type { name ofType { name } } } } } }`, "", true},
		"who looked at each of them": {`{ miCarpeta { documentos { nodes { accesos { nodes { eventoId } } } } } }`, "", true},
	} {
		variables := map[string]any{}
		if c.query == filtered {
			variables["c"] = "c"
		}
		if c.filter != "" {
			variables["f"] = json.RawMessage(c.filter)
		}
		params, refused := w.gate.Decode(t.Context(), []byte(operation(c.query, variables)))
		if refused != nil {
			t.Fatal(name, refused)
		}
		opCtx, errs := w.prepare(t.Context(), params)
		if len(errs) > 0 {
			t.Fatal(name, errs)
		}
		if got := admission.Walks(opCtx); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
