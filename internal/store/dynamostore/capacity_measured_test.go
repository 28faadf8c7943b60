package dynamostore_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// requireMeasured holds what a use writes to what docs/escala.md is computed from: a use that costs more, or less, is
// measured anew.
func requireMeasured(t *testing.T, name string, g spent) {
	t.Helper()
	const file = "../../../tools/escala/medidas.json"
	text, err := os.ReadFile(file)
	require(t, err)
	var measured struct {
		Uses map[string]struct{ WriteTables, WriteIndexes float64 }
	}
	require(t, json.Unmarshal(text, &measured))
	u := measured.Uses[name]
	const background = 0.1 // of each, while it was measured
	if math.Abs(u.WriteTables-g.tables) > background || math.Abs(u.WriteIndexes-g.indexes) > background {
		t.Errorf("%s: %.2f + %.2f WCU, and %.2f + %.2f in %s: run `make unidades`", name, g.tables, g.indexes, u.WriteTables, u.WriteIndexes, file)
	}
}
