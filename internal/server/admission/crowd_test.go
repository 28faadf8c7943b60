package admission_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
)

// TestDocumentsOfACrowd: what one address sends, however large and however much, leaves the documents of others where
// they are, and those that a client taught.
func TestDocumentsOfACrowd(t *testing.T) {
	w := newWorld(t, withLimits(func(l *limits.Limits) { l.CacheKiB = 64 }))
	ask := func(address, query string) {
		t.Helper()
		if _, errs := w.prepare(caller.WithPeer(t.Context(), address), &graphql.RawParams{Query: query}); len(errs) > 0 {
			t.Fatal(errs)
		}
	}
	const one, both = `{ uno: __typename }`, `{ ambos: __typename }`
	ask("honest", one)
	ask("honest", both)
	ask("other", both)
	for i := range 60 {
		large := strings.Replace("{"+strings.Repeat("a: __typename ", 8)+"}", "a:", fmt.Sprintf("a%d:", i), 1)
		ask("crowd", large)
		if !w.gate.Knows(large) {
			t.Fatal("not kept:", large)
		}
	}
	for _, query := range []string{one, both} {
		if !w.gate.Knows(query) {
			t.Error("pushed out:", query)
		}
	}
}
