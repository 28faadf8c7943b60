package memory_test

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app/memory"
)

func TestPercent(t *testing.T) {
	const slack = 16 << 20
	for alive, want := range map[uint64]int{0: 400, 1 << 20: 400, 4 << 20: 400, 8 << 20: 200, 16 << 20: 100, 32 << 20: 50, 64 << 20: 25, 1 << 30: 25} {
		if got := memory.Percent(slack, alive); got != want {
			t.Errorf("%d alive: %d%%, want %d%%", alive, got, want)
		}
	}
}

// The percentage follows the live heap, in both directions.
func TestLimitFollowsWhatIsAlive(t *testing.T) {
	before := debug.SetGCPercent(100)
	memory.Limit(8 << 20)
	alive := make([]byte, 64<<20)
	becomes(t, 25)
	runtime.KeepAlive(alive) // from here on it is garbage
	becomes(t, 400)
	debug.SetGCPercent(before)
}

func becomes(t *testing.T, want int) {
	t.Helper()
	got := 0
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); runtime.Gosched() {
		runtime.GC()
		got = debug.SetGCPercent(100)
		debug.SetGCPercent(got)
		if got == want {
			return
		}
	}
	t.Fatalf("%d%%, want %d%%", got, want)
}
