package memory

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Slack is 16 MB of garbage. While the heap is small, as in a server at rest
// (5 MB), that is much: a tenth of the CPU is saved (measured).
const Slack = 16 << 20

// The garbage allowed for the live heap, in percent. A constant 400 would let a
// server with ten thousand idle subscribers take five times what they need; less
// than the least would collect all the time.
const (
	least = 25
	most  = 400
)

// Limit keeps the garbage near so many bytes, whatever is alive: after each
// collection it sets the percentage for the next.
func Limit(slack uint64) {
	debug.SetGCPercent(most)
	watch(slack)
}

// sentinel is garbage as soon as it is made: its finalizer runs after a collection.
type sentinel struct{ _ [16]byte }

func watch(slack uint64) {
	runtime.SetFinalizer(&sentinel{}, func(*sentinel) {
		debug.SetGCPercent(Percent(slack, alive()))
		watch(slack)
	})
}

// Percent is what allows slack bytes of garbage for so many alive.
func Percent(slack, alive uint64) int {
	return int(min(max(100*slack/max(alive, 1), least), most))
}

// alive is the base of the percentage: the heap that the last collection left, and
// its roots.
func alive() (total uint64) {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/stack:bytes"}, {Name: "/gc/scan/globals:bytes"}}
	metrics.Read(samples)
	for _, m := range samples {
		total += m.Value.Uint64()
	}
	return total
}
