package memoria_test

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app/memoria"
)

func TestPorcentaje(t *testing.T) {
	const holgura = 16 << 20
	for vivo, want := range map[uint64]int{0: 400, 1 << 20: 400, 4 << 20: 400, 8 << 20: 200, 16 << 20: 100, 32 << 20: 50, 64 << 20: 25, 1 << 30: 25} {
		if got := memoria.Porcentaje(holgura, vivo); got != want {
			t.Errorf("%d alive: %d%%, want %d%%", vivo, got, want)
		}
	}
}

// The percentage follows what is alive, in both directions.
func TestAjustar(t *testing.T) {
	before := debug.SetGCPercent(100)
	memoria.Ajustar(8 << 20)
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
