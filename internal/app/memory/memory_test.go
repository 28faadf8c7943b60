package memory_test

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app/memory"
	"github.com/carpeta-ciudadana/servidor/internal/ground/machine"
)

func TestPercent(t *testing.T) {
	const slack = 16 << 20
	for alive, want := range map[uint64]int{0: 400, 1 << 20: 400, 4 << 20: 400, 8 << 20: 200, 16 << 20: 100, 32 << 20: 50, 64 << 20: 25, 1 << 30: 25} {
		if got := memory.Percent(slack, alive); got != want {
			t.Errorf("%d alive: %d%%, want %d%%", alive, got, want)
		}
	}
	for alive, want := range map[uint64]int{0: 1600, 4 << 20: 1600, 8 << 20: 800, 64 << 20: 100, 1 << 30: 25} {
		if got := memory.Percent(4*slack, alive); got != want {
			t.Errorf("%d alive, and four times the slack: %d%%, want %d%%", alive, got, want)
		}
	}
}

// The percentage follows the live heap, in both directions.
func TestLimitFollowsWhatIsAlive(t *testing.T) {
	before := debug.SetGCPercent(100)
	memory.Limit(8 << 20)
	alive := make([]byte, 64<<20)
	becomes(t, 25)
	if got := memory.Allow(64<<20, machine.Limit{Bytes: 1 << 30}); got != 64<<20 {
		t.Errorf("%d bytes of slack", got)
	}
	becomesAtLeast(t, 80)
	runtime.KeepAlive(alive) // from here on it is garbage
	memory.Allow(16<<20, machine.Limit{})
	becomes(t, 400)
	debug.SetGCPercent(before)
}

// TestMoreSlackIsMoreGarbage: four times the slack lets at least twice the garbage collect before the next collection.
func TestMoreSlackIsMoreGarbage(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	memory.Limit(memory.Slack)
	runtime.GC()
	runtime.GC() // with what the first one left
	usual := room()
	memory.Limit(4 * memory.Slack)
	percent(t, func(int) bool { return room() >= 2*usual })
}

// room is how many bytes may be allocated before the next collection begins.
func room() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.NextGC) - int64(m.HeapAlloc)
}

// TestSlackFollowsTheMemoryLimit: whatever is allowed, garbage is not what a process dies of.
func TestSlackFollowsTheMemoryLimit(t *testing.T) {
	for _, c := range []struct{ slack, limit, want uint64 }{
		{16 << 20, 256 << 20, 16 << 20}, {64 << 20, 256 << 20, 32 << 20}, {1 << 40, 256 << 20, 32 << 20}, {16 << 20, 64 << 20, 8 << 20}, {64 << 20, 0, 64 << 20},
	} {
		if got := memory.Allow(c.slack, machine.Limit{Bytes: c.limit}); got != c.want {
			t.Errorf("%d of a process of %d: %d, want %d", c.slack, c.limit, got, c.want)
		}
	}
}

func becomes(t *testing.T, want int) {
	t.Helper()
	percent(t, func(got int) bool { return got == want })
}

func becomesAtLeast(t *testing.T, least int) {
	t.Helper()
	percent(t, func(got int) bool { return got >= least })
}

// percent collects until the percentage is right.
func percent(t *testing.T, right func(int) bool) {
	t.Helper()
	got := 0
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); runtime.Gosched() {
		runtime.GC()
		got = debug.SetGCPercent(100)
		debug.SetGCPercent(got)
		if right(got) {
			return
		}
	}
	t.Fatalf("%d%%", got)
}
