package admission_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
)

// TestNothingLongOfNobodyIsRead: without a token what is long is refused, and does not wait for a place first. What is
// short waits for one, and what the server knows needs none.
func TestNothingLongOfNobodyIsRead(t *testing.T) {
	w := newWorld(t, withLimits(func(l *limits.Limits) { l.Reading = 1 }))
	fill := func(query string, bytes int) string { return query + " #" + strings.Repeat("x", bytes-len(query)-2) }
	const most = 4 << 10
	known, unknown := fill(`{ miCarpeta { id } }`, most+1), fill(`{ miCarpeta { id carpetaId } }`, most+1)
	if code := w.query(known, nil); code != "OK" {
		t.Fatal("of a citizen:", code)
	}
	if code := w.postAs(t.Context(), operation(fill(`{ rateLimit { costo } }`, most), nil)); code != "OK" {
		t.Error("short:", code)
	}
	defer w.gate.TakeTurn()() // nothing is read any more
	for what, c := range map[string]struct{ body, code string }{
		"a known document":           {operation(known, nil), "OK"},
		"a long document":            {operation(unknown, nil), "UNAUTHENTICATED"},
		"a known one in a long body": {operation(known, map[string]any{"x": strings.Repeat("x", 16<<10)}), "UNAUTHENTICATED"},
	} {
		if code := w.postAs(t.Context(), c.body); code != c.code {
			t.Errorf("%s: %s, want %s", what, code, c.code)
		}
	}
}
