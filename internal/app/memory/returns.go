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
	few     = 2         // collections of a process at rest meanwhile
	worth   = Slack / 4 // bytes that a collection more is made for
)

// returns gives memory back to the system after a burst.
type returns struct {
	since  time.Time
	cycles uint64 // collections until then
	left   uint64 // unused bytes that could not be given back: there are objects between them
}

// look gives back what is beside the live heap, if the process is at rest.
func (r *returns) look(now time.Time) {
	if now.Sub(r.since) < between {
		return
	}
	cycles, unused := collected()
	if r.pays(cycles, unused) {
		runtime.GC() // what pools and finalizers hold is free after the second collection only
		debug.FreeOSMemory()
		cycles, r.left = collected()
	}
	r.since, r.cycles = now, cycles
}

// pays reports whether a collection gives enough back, of a process that is at rest.
func (r *returns) pays(cycles, unused uint64) bool {
	r.left = min(r.left, unused)
	return cycles-r.cycles <= few && unused >= r.left+worth
}

// collected is how often the collector ran, and how many bytes there are beside what it
// left alive the last time.
func collected() (cycles, unused uint64) {
	s := []metrics.Sample{
		{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"}, {Name: "/gc/heap/live:bytes"},
	}
	metrics.Read(s)
	held := s[1].Value.Uint64() + s[2].Value.Uint64() + s[3].Value.Uint64()
	return s[0].Value.Uint64(), held - min(held, s[4].Value.Uint64())
}
