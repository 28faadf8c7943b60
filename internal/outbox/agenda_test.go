package outbox_test

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

const (
	pace = 5 * time.Second
	calm = time.Minute
)

// An operador with nothing due is looked at ever more seldom; one that is heard of
// again, at the pace.
func TestQuietOperadoresAreLeftAlone(t *testing.T) {
	a := outbox.NewAgenda(pace, calm)
	outbox.Know(a, []string{"o"}, now)
	var pauses []time.Duration
	for range 6 {
		pauses = append(pauses, outbox.Quiet(a, "o"))
	}
	if got, want := fmt.Sprint(pauses), "[5s 10s 20s 40s 1m0s 1m0s]"; got != want {
		t.Errorf("pauses %s, want %s", got, want)
	}
	outbox.Want(a, "o", now.Add(time.Hour))
	if got := outbox.Quiet(a, "o"); got != pace {
		t.Errorf("after it was heard of: %s", got)
	}
}

// However many operadores, the looks of an idle process stay within three a second.
func TestIdleLooksAreBounded(t *testing.T) {
	for _, n := range []int{10, 100, 1000} {
		a := outbox.NewAgenda(pace, calm)
		outbox.Know(a, operadores(n), now)
		for range 20 {
			outbox.Quiet(a, "op0")
		}
		pause := outbox.Quiet(a, "op0")
		if perSecond := float64(n) / pause.Seconds(); perSecond > 3.001 || pause < calm {
			t.Errorf("%d operadores: every %s, %.2f looks a second", n, pause, perSecond)
		}
	}
}

func TestWhatIsWantedIsNotForgotten(t *testing.T) {
	a := outbox.NewAgenda(pace, calm)
	outbox.Know(a, []string{"o"}, now)
	if due, _ := outbox.Due(a, now); len(due) != 1 {
		t.Fatal("a new operador is looked at at once")
	}
	outbox.Begin(a, "o", now)
	outbox.Want(a, "o", now.Add(time.Second)) // during the look
	outbox.Again(a, "o", now.Add(time.Minute))
	if due, next := outbox.Due(a, now); len(due) != 0 || !next.Equal(now.Add(time.Second)) {
		t.Errorf("due %v, next %v", due, next)
	}
	outbox.Want(a, "o", now.Add(time.Hour))
	if due, _ := outbox.Due(a, now.Add(time.Second)); len(due) != 1 {
		t.Error("a later wish put an earlier one off")
	}
}

// The sagas of a dead process are found when they are due, by each process that looked before that,
// and nobody had to tell.
func TestALookSeesWhatIsDueLater(t *testing.T) {
	c := newHouse(t)
	c.backlog("uno", 2)
	dead, left := c.process(small()), c.process(small())
	dead.sweep(t) // leases and publishes both; nobody consumes
	left.sweep(t)
	_, next := outbox.Plans(left.Board)
	until := time.Now().Add(outbox.DefaultConfig.Sweep*5/4 + 25*time.Second)
	if next.IsZero() || next.After(until) {
		t.Errorf("the next look is at %v, later than the lease and one sweep: %v", next, until)
	}
}

// An operador that was heard of before it was listed is looked at at once as well:
// a pending command may be old.
func TestWhoIsNewIsLookedAtAtOnce(t *testing.T) {
	a := outbox.NewAgenda(pace, calm)
	outbox.Want(a, "o", now.Add(pace))
	outbox.Know(a, []string{"o"}, now)
	if due, _ := outbox.Due(a, now); len(due) != 1 {
		t.Error("it has to wait for its first look")
	}
}

// Where processes execute deletions, what a killed one had in hand is due again after its short first lease. So whoever
// hears of an operador looks at it about then, however long a sweep's pause is.
func TestWhoExecutesLooksSooner(t *testing.T) {
	cfg := outbox.DefaultConfig
	cfg.Sweep, cfg.Idle = time.Hour, time.Hour
	for direct, most := range map[bool]time.Duration{true: eliminacion.PrimerPlazo * 5 / 4, false: cfg.Sweep * 5 / 4} {
		rt := outbox.NewRuntime(func() time.Time { return now })
		rt.Jitter = func(d time.Duration) time.Duration { return d - 1 }
		b := outbox.NewBoard(cfg, rt)
		if direct {
			outbox.NewDirect(outbox.NewDispatcher(b, absent{}, world.NoMetrics{}, slog.New(slog.DiscardHandler)), &hand{})
		}
		b.Oido("", "o", "") // new here: looked at at once
		outbox.Looked(b, "o")
		b.Oido("", "o", "")
		if _, next := outbox.Plans(b); next.Sub(now) != most {
			t.Errorf("executes deletions %v: a look after %v, want %v", direct, next.Sub(now), most)
		}
	}
}
