package memory

import (
	"runtime"
	"testing"
	"time"
)

// TestPays: memory is given back at rest only, and for enough.
func TestPays(t *testing.T) {
	for _, c := range []struct {
		what         string
		since        returns
		cycles, held uint64
		want         bool
	}{
		{"a burst", returns{cycles: 7}, 7, worth, true},
		{"little of it", returns{cycles: 7}, 7, worth - 1, false},
		{"a collection now and then", returns{cycles: 7}, 7 + few, worth, true},
		{"a process at work", returns{cycles: 7}, 7 + few + 1, 100 * worth, false},
		{"what is needed at rest", returns{cycles: 7, least: 3 * worth}, 7, 3*worth + 1, false},
		{"and a burst on top", returns{cycles: 7, least: 3 * worth}, 7, 4 * worth, true},
	} {
		if got := c.since.pays(c.cycles, c.held); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// TestReturnsWhatABurstHeld: also where the last collection was in the burst and found everything alive. Before,
// the process kept it until the runtime's own collection, two minutes later.
func TestReturnsWhatABurstHeld(t *testing.T) {
	var r returns
	now := time.Unix(1000, 0)
	later := func(d time.Duration) {
		now = now.Add(d)
		r.look(now)
	}
	later(0)
	later(time.Minute)
	burst := make([]byte, 64<<20)
	runtime.GC()
	later(time.Second)
	runtime.KeepAlive(burst) // from here on it is garbage
	if held := held(); held < 64<<20 {
		t.Fatalf("%d bytes are held, and the burst is not over", held)
	}
	later(40 * time.Second)
	if held := held(); held > 32<<20 {
		t.Errorf("%d MiB are held", held>>20)
	}
}

// held is how much of the heap is not the system's.
func held() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapSys - m.HeapReleased
}

// TestReturnsAreFew: a process that holds much for good is not collected all the time.
func TestReturnsAreFew(t *testing.T) {
	var r returns
	now := time.Unix(1000, 0)
	large := make([]byte, 64<<20)
	r.look(now)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 300 {
		now = now.Add(time.Second)
		r.look(now)
	}
	runtime.ReadMemStats(&after)
	if n := after.NumForcedGC - before.NumForcedGC; n > 2*12 {
		t.Errorf("%d collections in five minutes", n)
	}
	runtime.KeepAlive(large)
}
