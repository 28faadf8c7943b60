package transport_test

import "testing"

const honest = `query($c: ID!, $n: Int!) { carpeta(id: $c) { documentos(first: $n) { nodes { id titulo estadoDocumento fechaRecepcion }
	pageInfo { hasNextPage endCursor } } } }`

// The cost of admitting a cached operation of a known token: budget 100 µs.
func BenchmarkAdmission(b *testing.B) {
	s := start(b)
	header, body := "Bearer "+s.token, []byte(operation(honest, map[string]any{"c": s.carpeta.CarpetaID, "n": 20}))
	b.ReportAllocs()
	for b.Loop() {
		if code := s.api.Admit(b.Context(), header, body); code != "OK" {
			b.Fatal(code)
		}
	}
}
