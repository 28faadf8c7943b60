package memory

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// A process at rest would keep the garbage of its last burst for two minutes, and the pages of
// a heap that was large for longer. So it is looked at once in such a time.
const (
	between = 10 * time.Second
	few     = 2                // collections of a process at rest meanwhile
	worth   = Slack / 2        // bytes that a collection more is made for
	again   = 30 * time.Second // and after one that gave nothing back
)

// returns gives memory back to the system after a burst.
type returns struct {
	since  time.Time
	cycles uint64    // collections until then
	last   time.Time // that memory was given back
	least  uint64    // bytes that ever were left then; 0 before the first time
}

// look gives back what the process holds beside what it needs at rest. What the last collection found
// alive does not tell that: it may have been in the burst.
func (r *returns) look(now time.Time) {
	if now.Sub(r.since) < between {
		return
	}
	cycles, held := collected()
	if r.pays(cycles, held) && now.Sub(r.last) >= again {
		runtime.GC() // what pools and finalizers hold is free after the second collection only
		debug.FreeOSMemory()
		if cycles, held = collected(); r.least == 0 {
			r.least = held
		}
		r.last = now
	}
	r.since, r.cycles, r.least = now, cycles, min(r.least, held)
}

// pays reports whether a collection may give enough back, of a process that is at rest.
func (r *returns) pays(cycles, held uint64) bool {
	return cycles-r.cycles <= few && held >= r.least+worth
}

// collected is how often the collector ran, and how many bytes of the heap are not the system's.
func collected() (cycles, held uint64) {
	s := []metrics.Sample{
		{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"},
	}
	metrics.Read(s)
	return s[0].Value.Uint64(), s[1].Value.Uint64() + s[2].Value.Uint64() + s[3].Value.Uint64()
}
