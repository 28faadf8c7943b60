package httpserver_test

import (
	"testing"
)

func TestQuery(t *testing.T) {
	b := start(t)
	a := b.query(`query($n: Int) { miCarpeta { carpetaId documentos(first: $n) { nodes { titulo hashDocumento } pageInfo { hasNextPage } } } }`, map[string]any{"n": 3})
	if a.status != 200 || len(a.Errors) > 0 {
		t.Fatal(a.status, a.body)
	}
}
