package outbox_test

import (
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func TestWindowBoundsAllAndEach(t *testing.T) {
	w := outbox.NewWindow(4, 3, nil)
	until := now.Add(time.Minute)
	for i, want := range []bool{true, true, true, false} {
		if got := outbox.Take(w, "grande", fmt.Sprint(i), now, until); got != want {
			t.Fatalf("saga %d of one operador: %v", i, got)
		}
	}
	if !outbox.Take(w, "otro", "a", now, until) || outbox.Take(w, "otro", "b", now, until) {
		t.Fatal("the whole window holds four")
	}
	if !outbox.Take(w, "tercero", "x", now, until) {
		t.Fatal("a full window starved an operador with nothing under way")
	}
	if !outbox.Take(w, "grande", "0", now, until) {
		t.Fatal("a saga lost its own place")
	}
	if !outbox.Release(w, "0") || outbox.Release(w, "0") {
		t.Fatal("release does not tell whether there was a place")
	}
}

func TestWindowTakesOverduePlacesBack(t *testing.T) {
	w := outbox.NewWindow(1, 1, nil)
	outbox.Take(w, "o", "a", now, now.Add(time.Second))
	if outbox.Room(w, "o", now.Add(time.Second)) != 0 {
		t.Fatal("not overdue yet")
	}
	if outbox.Room(w, "o", now.Add(3*time.Second)) != 1 {
		t.Fatal("an overdue place is still taken")
	}
}

// A place in the window is a reservation until the work goes on: it ends by itself, whatever became of the write.
func TestAReservationEndsUnlessTheWorkGoesOn(t *testing.T) {
	clock, cfg := now, outbox.DefaultConfig
	cfg.WindowEach, cfg.Roles = 1, role.Set{role.API} // so that nothing waits for a sweeper
	b := outbox.NewBoard(cfg, outbox.NewRuntime(func() time.Time { return clock }))
	d := outbox.NewDispatcher(b, absent{}, world.NoMetrics{}, slog.New(slog.DiscardHandler))
	of := func(id string) eliminacion.Eliminacion {
		return eliminacion.Eliminacion{EventoID: id, OperadorID: "op", Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup}
	}
	begins := func(id string, want bool) {
		t.Helper()
		if got := b.Plazo(of(id)).After(clock); got != want {
			t.Fatalf("%s goes on at once: %v, want %v", id, got, want)
		}
	}
	goesOn := func(id string) {
		d.Seguir(eliminacion.Fin{EnMano: eliminacion.EnMano{Eliminacion: of(id)}, Relevo: broker.MinioCleanup})
	}
	over := cfg.Reserve + 2*time.Second // overdue places are taken back once a second

	begins("never stored", true)
	begins("never stored", true) // asked for again, after CONFLICT
	begins("a", false)
	clock = clock.Add(over)
	begins("a", true)
	goesOn("a")
	clock = clock.Add(over)
	begins("b", false)
	clock = clock.Add(cfg.Plazos.Respuesta)
	begins("slow write", true)
	clock = clock.Add(over)
	goesOn("slow write") // its reservation has ended meanwhile
	begins("b", false)
	b.Oido(broker.DeletionCompleted, "op", "slow write")
	begins("b", true)
}

// One operador with endless work and four with one saga each: every round gives
// each its turn.
func TestOneRoundAtMost(t *testing.T) {
	turns := outbox.NewTurns(8, nil)
	all := []string{"a", "b", "c", "grande", "z"}
	pending := map[string]int{"a": 1, "b": 1, "c": 1, "z": 1, "grande": 100_000}
	for _, o := range outbox.Round(turns, all) {
		n := min(outbox.Share(turns, o), pending[o])
		pending[o] -= n
		outbox.Spend(turns, o, n, n < outbox.Share(turns, o))
	}
	for _, o := range []string{"a", "b", "c", "z"} {
		if pending[o] != 0 {
			t.Errorf("%s waits for a second round", o)
		}
	}
	if pending["grande"] != 100_000-8 {
		t.Errorf("grande took %d", 100_000-pending["grande"])
	}
}

func TestWeightsAndDeficit(t *testing.T) {
	turns := outbox.NewTurns(10, map[string]int{"doble": 2})
	took := map[string]int{}
	for range 50 {
		for _, o := range outbox.Round(turns, []string{"doble", "simple"}) {
			n := outbox.Share(turns, o)
			took[o] += n
			outbox.Spend(turns, o, n, false)
		}
	}
	if took["doble"] != 2*took["simple"] {
		t.Fatalf("took %v", took)
	}
	outbox.Round(turns, []string{"doble"})
	outbox.Round(turns, []string{"doble"})
	outbox.Round(turns, []string{"doble"})
	if got := outbox.Share(turns, "doble"); got != 40 {
		t.Fatalf("a deficit grows to two quanta, not %d", got)
	}
	outbox.Spend(turns, "doble", 0, true)
	if outbox.Share(turns, "doble") != 0 {
		t.Fatal("who has no work keeps nothing")
	}
}

func TestRoundsRotate(t *testing.T) {
	turns := outbox.NewTurns(1, nil)
	var firsts []string
	for range 4 {
		firsts = append(firsts, outbox.Round(turns, []string{"c", "a", "b"})[0])
	}
	if !slices.Equal(firsts, []string{"a", "b", "c", "a"}) {
		t.Fatal(firsts)
	}
}

// Operadores with more work than places divide the window by weight; one that comes with
// little takes the rest, and the others' parts shrink.
func TestTheWindowIsDividedByWeight(t *testing.T) {
	w := outbox.NewWindow(60, 40, map[string]int{"doble": 2})
	fits := func(o string) int { return outbox.Room(w, o, now) }
	outbox.Crowd(w, "doble", true)
	if got := fits("doble"); got != 60 {
		t.Errorf("alone, with twice the window of one: %d", got)
	}
	outbox.Crowd(w, "uno", true)
	outbox.Crowd(w, "otro", true)
	if a, b, c := fits("doble"), fits("uno"), fits("otro"); a != 30 || b != 15 || c != 15 {
		t.Errorf("three divide 60 into %d, %d, %d", a, b, c)
	}
	outbox.Crowd(w, "otro", false)
	if a, b := fits("doble"), fits("uno"); a != 40 || b != 20 {
		t.Errorf("two divide 60 into %d, %d", a, b)
	}
	outbox.Crowd(w, "doble", false)
	if got := fits("uno"); got != 40 {
		t.Errorf("alone again, with the window of one: %d", got)
	}
}
