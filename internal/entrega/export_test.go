package entrega

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Lugares are the bits of all numbers of a list, in their order.
func Lugares(t testing.TB, l Lista) []int64 {
	t.Helper()
	o, err := l.orden()
	if err != nil {
		t.Fatal(err)
	}
	all := make([]int64, verificable.Posiciones)
	for n := range all {
		all[n] = o.lugar(int64(n))
	}
	return all
}
