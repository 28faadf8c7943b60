package entrega

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Lugares are the bits of all numbers of a list, in their order.
func Lugares(t testing.TB, l Lista) []int64 {
	t.Helper()
	una, err := l.ronda()
	if err != nil {
		t.Fatal(err)
	}
	todas := una.recordada()
	all := make([]int64, verificable.Posiciones)
	for n := range all {
		all[n] = todas.lugar(int64(n))
	}
	return all
}

// Scope is what a cursor of a page is bound to.
func (p PageRequest) Scope(quien auth.Principal) relay.Scope { return p.scope(quien) }
