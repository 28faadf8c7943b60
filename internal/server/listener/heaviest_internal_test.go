package listener

import (
	"math/rand/v2"
	"testing"
)

// TestHeaviest: whatever comes, goes and changes.
func TestHeaviest(t *testing.T) {
	type thing struct{ weight, at int }
	h := heaviest[thing]{weight: func(x *thing) int { return x.weight }, at: func(x *thing) *int { return &x.at }}
	all, r := map[*thing]bool{}, rand.New(rand.NewPCG(1, 2)) //nolint:gosec // chance of a test
	for range 5000 {
		for x := range all { // any
			if r.IntN(3) == 0 {
				h.remove(x)
				delete(all, x)
			} else {
				x.weight = r.IntN(100)
				h.moved(x)
			}
			break
		}
		if r.IntN(2) == 0 {
			x := &thing{weight: r.IntN(100)}
			h.add(x)
			all[x] = true
		}
		most := -1
		for x := range all {
			most = max(most, x.weight)
		}
		if first := h.first(); (first == nil) != (len(all) == 0) || first != nil && first.weight != most {
			t.Fatalf("%v is first of %d, want one of %d", first, len(all), most)
		}
	}
}
