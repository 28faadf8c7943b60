package memory

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"

	"github.com/carpeta-ciudadana/servidor/internal/ground/machine"
)

// Slack is 16 MB of garbage. While the heap is small, as in a server at rest
// (5 MB), that is much: a tenth of the CPU is saved (measured). An operator may allow more.
const Slack = 16 << 20

// share of the memory limit is the most that garbage may take, however much is allowed.
const share = 8

// The garbage allowed for the live heap, in percent, with the usual slack. A constant 400 would let a
// server with ten thousand idle subscribers take five times what they need; less
// than the least would collect all the time.
const (
	least = 25
	most  = 400
)

// allowed is the slack now; 0 before Limit.
var allowed atomic.Uint64

// Limit keeps the garbage near so many bytes, whatever is alive: after each
// collection it sets the percentage for the next.
func Limit(slack uint64) {
	allowed.Store(slack)
	debug.SetGCPercent(Percent(slack, 0))
	watch()
}

// Allow changes the slack of Limit, from the next collection on. It is never more than an eighth of what the
// process may take, and has no effect where the operator set GOGC.
func Allow(slack uint64, limit machine.Limit) (now uint64) {
	if limit.Bytes > 0 {
		slack = min(slack, limit.Bytes/share)
	}
	if allowed.Load() > 0 {
		allowed.Store(slack)
	}
	return slack
}

// sentinel is garbage as soon as it is made: its finalizer runs after a collection.
type sentinel struct{ _ [16]byte }

func watch() {
	runtime.SetFinalizer(&sentinel{}, func(*sentinel) {
		debug.SetGCPercent(Percent(allowed.Load(), alive()))
		watch()
	})
}

// Percent is what allows slack bytes of garbage for so many alive.
func Percent(slack, alive uint64) int {
	return int(min(max(100*slack/max(alive, 1), least), max(most*slack/Slack, least)))
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
