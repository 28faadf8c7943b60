package admission_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// TestNullWhereNoneMayBe: a default lets a variable that may be null stand there;
// null sent in its place is refused, and never taken for zero.
func TestNullWhereNoneMayBe(t *testing.T) {
	w := newWorld(t)
	null := map[string]any{"v": nil}
	for name, c := range map[string]struct {
		query     string
		variables map[string]any
		code      string
	}{
		"skip":                     {`query($v: Boolean = false) { __typename @skip(if: $v) }`, null, "GRAPHQL_VALIDATION_FAILED"},
		"include, below":           {`query($v: Boolean = true) { miCarpeta { id @include(if: $v) } }`, null, "GRAPHQL_VALIDATION_FAILED"},
		"of a spread":              {`query($v: Boolean = true) { ...F @include(if: $v) } fragment F on Query { __typename }`, null, "GRAPHQL_VALIDATION_FAILED"},
		"in a fragment":            {`query($v: Boolean = true) { ...F } fragment F on Query { ... @include(if: $v) { __typename } }`, null, "GRAPHQL_VALIDATION_FAILED"},
		"of a subscription":        {`subscription($v: Boolean = false) { eliminacion(eventoId: "x") @skip(if: $v) { id } }`, null, "GRAPHQL_VALIDATION_FAILED"},
		"argument":                 {`query($v: ID = "x") { node(id: $v) { id } }`, null, "GRAPHQL_VALIDATION_FAILED"},
		"input object":             {`mutation($v: DeleteDocumentoInput = {documentoId: "x"}) { deleteDocumento(input: $v) { errores { ... on ErrorDeUsuario { codigo } } } }`, null, "GRAPHQL_VALIDATION_FAILED"},
		"the undo window":          {`mutation($v: Int = 10) { deleteDocumento(input: {documentoId: "x", ventana: $v}) { errores { ... on ErrorDeUsuario { codigo } } } }`, null, "GRAPHQL_VALIDATION_FAILED"},
		"default of the schema":    {`mutation($v: Int) { deleteDocumento(input: {documentoId: "x", ventana: $v}) { errores { ... on ErrorDeUsuario { codigo } } } }`, null, "GRAPHQL_VALIDATION_FAILED"},
		"default null":             {`mutation($v: Int = null) { deleteDocumento(input: {documentoId: "x", ventana: $v}) { errores { ... on ErrorDeUsuario { codigo } } } }`, nil, "GRAPHQL_VALIDATION_FAILED"},
		"absent, default":          {`query($v: Boolean = false) { __typename @skip(if: $v) }`, nil, present.OK},
		"absent, schema's default": {`mutation($v: Int) { deleteDocumento(input: {documentoId: "x", ventana: $v}) { errores { ... on ErrorDeUsuario { codigo } } } }`, nil, present.OK},
		"where null may be":        {`query($v: Int = 3) { miCarpeta { documentos(first: $v) { nodes { id } } } }`, null, present.OK},
		"of another operation":     {`query A($v: Int) { miCarpeta { documentos(first: $v) { nodes { id } } } } query B($v: Boolean = false) { __typename @skip(if: $v) }`, null, present.OK},
	} {
		body := operation(c.query, c.variables)
		if strings.HasPrefix(c.query, "query A") {
			body = strings.TrimSuffix(body, "}") + `,"operationName":"A"}`
		}
		if code := w.post(body); code != c.code {
			t.Errorf("%s: %s, want %s", name, code, c.code)
		}
	}
}
