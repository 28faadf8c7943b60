package memory

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// quiet is how long nothing was collected when memory is given back by force. A process
// at rest would otherwise keep the garbage of its last burst for two minutes.
const quiet = 10 * time.Second

// returns gives memory back to the system after a burst.
type returns struct {
	cycles uint64 // collections so far
	since  time.Time
	done   bool // nothing was collected since the last time
}

// look gives back what is far more than the live heap, when no collection will do it soon.
func (r *returns) look(now time.Time) {
	cycles, unused := collected()
	if cycles != r.cycles {
		r.cycles, r.since, r.done = cycles, now, false
	}
	if r.done || unused < Slack || now.Sub(r.since) < quiet {
		return
	}
	runtime.GC() // what pools and finalizers hold is free after the second collection only
	debug.FreeOSMemory()
	r.cycles, _ = collected()
	r.since, r.done = now, true
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
