package admission_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
)

// TestInvalidValuesNeverRun: in literals and in variables, reached or not.
func TestInvalidValuesNeverRun(t *testing.T) {
	const (
		page     = `{ miCarpeta { documentos(first: %s) @include(if: false) { nodes { id } } } }`
		olds     = `{ eliminaciones(filtro: {masAntiguaQue: %s}) @include(if: false) { nodes { id } } }`
		removes  = `mutation { deleteDocumento(input: {documentoId: "x", ventana: %s}) @include(if: false) { documento { id } } }`
		longs    = `mutation { iniciarCarga(input: {titulo: "a", codigoTipo: "OTRO", contextoDocumento: "", nombreArchivo: "a", tipoContenido: "a", hashDocumento: "", tamanoBytes: %s}) @skip(if: true) { errores { ... on ErrorDeUsuario { codigo } } } }`
		ids      = `{ node(id: %s) @include(if: false) { id } }`
		lists    = `{ nodes(ids: %s) @include(if: false) { id } }`
		defaults = `query($d: Duracion = %s) { eliminaciones(filtro: {masAntiguaQue: $d}) { nodes { id } } }`
	)
	for _, c := range []struct{ query, value, says string }{
		{page, "2147483647", ""},
		{page, "2147483648", "Int cannot represent non 32-bit signed integer value"},
		{page, "-2147483648", ""},
		{page, "-2147483649", "32-bit"},
		{page, "9223372036854775807", "32-bit"},
		{page, "9223372036854775808", "32-bit"},
		{removes, "4294967296", "32-bit"},
		{olds, `"7d"`, ""},
		{olds, `"""7d"""`, ""},
		{olds, "null", ""},
		{olds, "1.5", "a duration is"},
		{olds, "7", "a duration is"},
		{olds, `"7w"`, "a duration is"},
		{olds, "true", "a duration is"},
		{olds, "SIETE", "a duration is"},
		{olds, "{}", "cannot represent"},
		{olds, `["7d"]`, "cannot represent"},
		{defaults, `"7w"`, "a duration is"},
		{longs, "9007199254740991", ""},
		{longs, "9007199254740992", "a Long must be"},
		{longs, "99999999999999999999", "a Long must be"},
		{longs, `"1"`, "a Long must be"},
		{longs, "1.0", "a Long must be"},
		{ids, "9223372036854775807", ""},
		{ids, "9223372036854775808", "ID cannot represent"},
		{ids, "1.5", "non-integer"},
		{lists, "9223372036854775808", "ID"},
		{lists, "[1, -99999999999999999999]", "ID cannot represent"},
	} {
		w := newWorld(t)
		errs := w.errorsOf(strings.Replace(c.query, "%s", c.value, 1), nil)
		if c.says == "" && errs != "" || !strings.Contains(errs, c.says) || c.says != "" && !strings.Contains(errs, `"locations"`) {
			t.Errorf("%s in %s: %s, want %q", c.value, c.query, errs, c.says)
		}
		if strings.Contains(c.query, "query(") {
			continue
		}
		typ := map[string]string{page: "Int", olds: "Duracion", removes: "Int!", longs: "Long!", ids: "ID!", lists: "[ID!]!"}[c.query]
		var v any
		if json.Unmarshal([]byte(c.value), &v) != nil {
			continue
		}
		named := "query"
		if strings.HasPrefix(c.query, "mutation") {
			named = "mutation"
		}
		query := named + "($v: " + typ + ") " + strings.TrimPrefix(strings.Replace(c.query, "%s", "$v", 1), "mutation")
		if errs := w.errorsOf(query, json.RawMessage(`{"v":`+c.value+`}`)); (errs == "") != (c.says == "") || !strings.Contains(errs, after(c.says, "a ")) {
			t.Errorf("variable %s in %s: %s, want %q", c.value, query, errs, c.says)
		}
	}
}

// after is the text if it begins so: messages for literals and variables differ otherwise.
func after(text, prefix string) string {
	if strings.HasPrefix(text, prefix) {
		return text
	}
	return ""
}

// TestInvalidVariablesSayWhere: which value, of which type, and what is wrong.
func TestInvalidVariablesSayWhere(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct{ variables, message, path string }{
		{`{"f":{"masAntiguaQue":1.5}}`, `Variable \"$f\" at \"f.masAntiguaQue\" does not fit its type Duracion: a duration is`, `["variable","f","masAntiguaQue"]`},
		{`{"f":{"estados":["INICIADA","NADA"]}}`, `Variable \"$f\" at \"f.estados[1]\" got invalid value \"NADA\": it does not exist in \"EstadoSaga\" enum.`, `["variable","f","estados",1]`},
		{`{"f":{"nada":1}}`, `Variable \"$f\" at \"f.nada\" is not defined by type \"FiltroEliminaciones\"`, `["variable","f","nada"]`},
		{`{"f":{"estados":["INICIAD"]}}`, `\"EstadoSaga\" enum. Did you mean the enum value \"INICIADA\"?`, `["variable","f","estados",0]`},
		{`{"f":{"estados":["ana@correo.co"]}}`, `got an invalid value; enum \"EstadoSaga\" cannot represent it`, `["variable","f","estados",0]`},
		{`{"f":{"estados":[3]}}`, `got an invalid value; enum \"EstadoSaga\" cannot represent it`, `["variable","f","estados",0]`},
	} {
		errs := w.errorsOf(`query($f: FiltroEliminaciones) { eliminaciones(filtro: $f) @include(if: false) { nodes { id } } }`, json.RawMessage(c.variables))
		if !strings.Contains(errs, c.message) || !strings.Contains(errs, c.path) || !strings.Contains(errs, `"locations":[{"line":1,"column":7}]`) {
			t.Errorf("%s: %s", c.variables, errs)
		}
	}
}

// errorsOf are the errors of an operation as JSON; "" if it may run.
func (w *world) errorsOf(query string, variables json.RawMessage) string {
	w.t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		w.t.Fatal(err)
	}
	params, wrong := w.gate.Decode(w.t.Context(), body)
	if wrong != nil {
		w.t.Fatal(wrong)
	}
	_, errs := w.prepare(w.t.Context(), params)
	if len(errs) == 0 {
		return ""
	}
	b, err := json.Marshal(graphql.Response{Errors: errs})
	if err != nil {
		w.t.Fatal(err)
	}
	return string(b)
}
