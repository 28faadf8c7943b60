package outbox_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// tallying is a Board at a moment that the test sets.
func tallying() (*outbox.Board, *time.Time) {
	now := time.Unix(1_000_000, 0)
	return outbox.NewBoard(outbox.DefaultConfig, outbox.NewRuntime(func() time.Time { return now })), &now
}

func TestCompletionsAreCountedForFiveMinutes(t *testing.T) {
	b, now := tallying()
	begin := *now
	requireCount := func(want map[string]int, wantSince time.Time) {
		t.Helper()
		got, since := b.Completadas()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("at %s (-want +got):\n%s", now.Sub(begin), diff)
		}
		if !since.Equal(wantSince) {
			t.Errorf("at %s: since %s, want %s", now.Sub(begin), since.Sub(begin), wantSince.Sub(begin))
		}
	}
	requireCount(map[string]int{}, begin)
	b.Completada("a", "e1")
	b.Completada("a", "e2")
	*now = begin.Add(4 * time.Minute)
	b.Completada("b", "e3")
	requireCount(map[string]int{"a": 2, "b": 1}, begin)
	*now = begin.Add(5 * time.Minute)
	requireCount(map[string]int{"b": 1}, begin.Add(10*time.Second)) // the slot of the first ones is over
	b.Completada("a", "e4")                                         // takes their slot
	requireCount(map[string]int{"a": 1, "b": 1}, begin.Add(10*time.Second))
	*now = begin.Add(time.Hour)
	requireCount(map[string]int{}, begin.Add(time.Hour-290*time.Second))

	b.Completada("a", "e5")
	b.Perdido()
	requireCount(map[string]int{}, *now) // what was missed cannot be told apart from what was not done
}

// Names of operadores come from outside: they shall not fill the memory.
func TestCompletionsOfManyOperadoresAreBounded(t *testing.T) {
	b, _ := tallying()
	for i := range 3000 {
		b.Completada(fmt.Sprint("op-", i), fmt.Sprint("e", i))
		b.Completada("op-0", fmt.Sprint("another", i))
	}
	got, _ := b.Completadas()
	if len(got) != 1000 || got["op-0"] != 3001 {
		t.Errorf("%d operadores, %d of the first; want 1000 and 3001", len(got), got["op-0"])
	}
}

// The end of a deletion is told again if its execution was leased a second time, or if its last message comes twice: it
// is one completion all the same.
func TestACompletionToldTwiceCountsOnce(t *testing.T) {
	b, now := tallying()
	for _, later := range []time.Duration{0, time.Second, 40 * time.Second, 4 * time.Minute} {
		*now = now.Add(later)
		b.Completada("a", "e1")
	}
	if got, _ := b.Completadas(); got["a"] != 1 {
		t.Errorf("one deletion counts as %d", got["a"])
	}
}
