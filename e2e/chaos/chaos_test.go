package chaos_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// fastTimes are short leases: what a short run has time for.
var fastTimes = []string{
	"CARPETA_PLAZO=3s", "CARPETA_PUBLISH_TIMEOUT=2s", "CARPETA_CONFIRM_TIMEOUT=1s", "CARPETA_SWEEP_INTERVAL=500ms",
	"CARPETA_RETRY_DELAYS=300ms,600ms,1200ms", "CARPETA_OBJECT_TIMEOUT=2s", "CARPETA_STORE_TIMEOUT=2s", "CARPETA_SHUTDOWN_TIMEOUT=2m",
}

// TestShortChaos is one run of a few hundred deletions and a fault of each sort.
func TestShortChaos(t *testing.T) {
	services.Night(t, "the simulation, with thousands of schedules, and the kills and outages of e2e, one at a time")
	if *runs > 0 {
		t.Skip("long runs were asked for")
	}
	run(t, Size{Seed: *seed, Deletions: 240, Carpetas: 3, Servers: 2, Listeners: 40, Short: true, Settings: fastTimes})
}

// TestChaos makes the long runs, with the program's own times.
func TestChaos(t *testing.T) {
	for n := range *runs {
		s := *seed + uint64(n)
		if t.Run(fmt.Sprintf("seed=%d", s), func(t *testing.T) {
			run(t, Size{Seed: s, Deletions: *deletions, Carpetas: 8, Servers: 3, Listeners: 200})
		}) {
			passed++
		} else {
			failed++
		}
	}
}

// run is a whole run: load under faults, the calm, and the look at the stores.
func run(t *testing.T, m Size) {
	since := time.Now()
	w := newWorld(t, m)
	p := makePlan(m, w.before)
	defer w.keepLogs(p)
	w.report.begin(m, p)
	g := w.live(p)
	w.calm()
	j := w.check(g)
	w.reconcile(j)
	w.report.end(w, g, j, time.Since(since))
	w.stop()
}

// tell is where a run tells of itself: at once in a long one.
func tell(t testing.TB, format string, args ...any) {
	if *runs > 0 {
		fmt.Fprintf(os.Stdout, format+"\n", args...)
		return
	}
	t.Helper()
	t.Logf(format, args...)
}
