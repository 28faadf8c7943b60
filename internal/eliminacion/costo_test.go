package eliminacion_test

import (
	"math"
	"runtime"
	"testing"
	"time"
)

// TestAllocationsOfADeletion: what a deletion allocates, from its request to the write that ends it, in the embedded
// store, has a count. A tenth more fails: say here why it is worth it. Others of this process allocate too, so the
// least of some counts.
func TestAllocationsOfADeletion(t *testing.T) {
	for name, tc := range map[string]struct {
		places int
		most   float64
	}{
		"where it was asked for": {1, 1430}, // it was 1,160 when bbolt had rules of its own: an item is read by names
		"by the queues":          {0, 1640},
	} {
		m := newWorld(t, t.TempDir())
		m.directo, m.lugares = true, tc.places
		least := math.Inf(1)
		for range 8 {
			d := m.documento(false)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			m.solicitar(d, 0)
			m.todo()
			runtime.ReadMemStats(&after)
			least = min(least, float64(after.Mallocs-before.Mallocs))
			m.now = m.now.Add(time.Second)
		}
		t.Logf("%s: %.0f allocations", name, least)
		if least > tc.most*1.1 {
			t.Errorf("%s: %.0f allocations, more than %.0f", name, least, tc.most*1.1)
		}
	}
}
