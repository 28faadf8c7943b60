package outbox_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// In no second more of a carpeta have their turn than may, however their moments are chosen; and none has it earlier
// than it is due, nor later than needed.
func TestTurnsOfACarpeta(t *testing.T) {
	const each = 3
	for name, due := range map[string]func(i int) time.Duration{
		"at once":          func(int) time.Duration { return 10 * time.Second },
		"one by one":       func(i int) time.Duration { return time.Duration(i) * time.Second },
		"so as to pile up": func(i int) time.Duration { return time.Duration(100-i/each) * time.Second },
		"in two heaps":     func(i int) time.Duration { return time.Duration(i%2) * 20 * time.Second },
	} {
		s, turns := outbox.NewSlots(time.Second, each), map[int64]int{}
		for i := range 300 {
			at := now.Add(due(i))
			turn := outbox.TakeTurn(s, "a", at, now)
			if turn < 0 || turn%time.Second != 0 || turn > 100*time.Second {
				t.Fatalf("%s: number %d has its turn after %v", name, i, turn)
			}
			turns[at.Add(turn).Unix()]++
		}
		for at, n := range turns {
			if n > each {
				t.Errorf("%s: %d turns in second %d", name, n, at-now.Unix())
			}
		}
	}
}

// Another carpeta has its own turns, and what is over is forgotten, all of it.
func TestTurnsAreForgotten(t *testing.T) {
	s := outbox.NewSlots(time.Second, 1)
	for i := range 50 {
		outbox.TakeTurn(s, "a", now, now)
		if turn := outbox.TakeTurn(s, fmt.Sprint("b", i), now, now); turn != 0 {
			t.Fatalf("another carpeta waits %v", turn)
		}
	}
	later := now.Add(20 * time.Second)
	if turn := outbox.TakeTurn(s, "a", later, later); turn != 30*time.Second {
		t.Errorf("after 20 s the next of fifty has its turn after %v", turn)
	}
	later = now.Add(time.Hour)
	outbox.TakeTurn(s, "z", later, later)
	if carpetas, weight := outbox.SlotsHeld(s); carpetas != 1 || weight > 300 {
		t.Errorf("an hour later %d carpetas are known, of %d bytes", carpetas, weight)
	}
}

// The slots are bounded in bytes: what does not fit keeps its moment.
func TestTurnsAreBounded(t *testing.T) {
	s := outbox.NewSlots(time.Second, 1)
	for i := range 100_000 {
		outbox.TakeTurn(s, fmt.Sprint(i), now, now)
	}
	for range 100 { // what is left for a slot, and not for a carpeta
		outbox.TakeTurn(s, "0", now, now)
	}
	_, before := outbox.SlotsHeld(s)
	if turn := outbox.TakeTurn(s, "0", now, now); turn != 0 {
		t.Errorf("a turn without room, after %v", turn)
	}
	if _, weight := outbox.SlotsHeld(s); weight != before || weight > 16<<20 {
		t.Errorf("%d bytes, then %d", before, weight)
	}
}
