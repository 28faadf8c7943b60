package admission_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
)

// TestAskedBy: whatever a client calls its operation and its fields, only the schema has names.
func TestAskedBy(t *testing.T) {
	w := newWorld(t)
	const page = `query Inventada($f: FiltroDocumentos) { otro: miCarpeta { suyo: documentos(first: 1, filtro: $f) { nodes { id } } } }`
	for query, c := range map[string]struct {
		variables string
		want      admission.Asked
	}{
		page:       {`{}`, admission.Asked{Kind: "query", Name: "Carpeta.documentos"}},
		page + ` `: {`{"f": {"texto": "hola"}}`, admission.Asked{Kind: "query", Name: "Carpeta.documentos(filtro:)"}},
		`{ node(id: "c") { ...F } } fragment F on Carpeta { documentos { nodes { id } } }`: {`{}`, admission.Asked{Kind: "query", Name: "Carpeta.documentos"}},
		`{ eventosAuditoria { nodes { eventoId } } }`:                                      {`{}`, admission.Asked{Kind: "query", Name: "Query.eventosAuditoria"}},
		`{ miCarpeta { a: documentos { nodes { id } } cargas { nodes { iniciadaEn } } } }`: {`{}`, admission.Asked{Kind: "query", Name: admission.Other}},
		`query QuienSabe { miCarpeta { id } }`:                                             {`{}`, admission.Asked{Kind: "query", Name: admission.Other}},

		`mutation M { a: deleteDocumento(input: {documentoId: "d"}) { eliminacion { estado } } }`: {`{}`, admission.Asked{Kind: "mutation", Name: "deleteDocumento"}},
		`mutation { confirmarCarga(input: {documentoId: "d"}) { carpeta { documentos { nodes { id } } } } }`: {`{}`,
			admission.Asked{Kind: "mutation", Name: "confirmarCarga"}},
		`mutation { a: deleteDocumento(input: {documentoId: "d"}) { eliminacion { estado } } b: cancelarCarga(input: {documentoId: "d"}) { errores { __typename } } }`: {`{}`,
			admission.Asked{Kind: "mutation", Name: admission.Other}},

		`subscription { eliminacion(eventoId: "e") { estado } }`: {`{}`, admission.Asked{Kind: "subscription", Name: admission.Other}},
	} {
		body, _ := json.Marshal(map[string]any{"query": query, "variables": json.RawMessage(c.variables)})
		params, refused := w.gate.Decode(t.Context(), body)
		if refused != nil {
			t.Fatal(query, refused)
		}
		opCtx, errs := w.prepare(t.Context(), params)
		if len(errs) > 0 {
			t.Fatal(query, errs)
		}
		if diff := cmp.Diff(c.want, admission.AskedBy(opCtx)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", query, c.variables, diff)
		}
	}
}
