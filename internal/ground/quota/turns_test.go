package quota_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// TestSubjectsTakeTurns: ten of one subject and one of another wait for one place; the
// other's is served second.
func TestSubjectsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := quota.NewTurns(1, 0)
		leave, err := turns.Take(t.Context(), "busy", 1)
		if err != nil {
			t.Fatal(err)
		}
		var (
			mu     sync.Mutex
			served []string
			all    sync.WaitGroup
		)
		wait := func(subject string) {
			all.Go(func() {
				leave, err := turns.Take(context.Background(), subject, 1)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				served = append(served, subject)
				mu.Unlock()
				leave()
			})
			synctest.Wait()
		}
		for range 10 {
			wait("busy")
		}
		wait("other")
		if turns.Waiting() != 11 {
			t.Errorf("%d wait", turns.Waiting())
		}
		leave()
		all.Wait()
		if at := slices.Index(served, "other"); at > 1 || len(served) != 11 {
			t.Errorf("served: %v", served)
		}
	})
}

// TestTurnThatIsGivenUpIsNobodys: places are neither lost nor made.
func TestTurnThatIsGivenUpIsNobodys(t *testing.T) {
	turns := quota.NewTurns(2, 0)
	var all sync.WaitGroup
	inside := make(chan struct{}, 2)
	for i := range 200 {
		all.Go(func() {
			ctx, cancel := context.WithCancel(context.Background())
			if i%3 == 0 {
				go cancel()
			}
			defer cancel()
			leave, err := turns.Take(ctx, fmt.Sprint("s", i%7), 1+i%50)
			if err != nil {
				return
			}
			select {
			case inside <- struct{}{}:
				<-inside
			default:
				t.Error("more inside than there are places")
			}
			leave()
		})
	}
	all.Wait()
	for range 2 { // both are free again
		if _, err := turns.Take(t.Context(), "x", 1); err != nil {
			t.Fatal(err)
		}
	}
	if n := turns.Waiting(); n != 0 {
		t.Errorf("%d wait", n)
	}
}

// TestTurnsOfOneSubject: a subject has only so many places at a time, and keeps nobody
// else from the free ones.
func TestTurnsOfOneSubject(t *testing.T) {
	turns := quota.NewTurns(3, 1)
	come := 0
	count := func() { come++ }
	first, now := turns.Ask("a", count)
	second, later := turns.Ask("a", count)
	if !now || later || second.Come() {
		t.Fatalf("the first has a place: %v, the second: %v", now, later)
	}
	other, now := turns.Ask("b", count)
	if !now || !other.Come() {
		t.Fatal("another subject waits beside free places")
	}
	first.Leave()
	if come != 1 || !second.Come() {
		t.Errorf("come %d: the second has a place: %v", come, second.Come())
	}
	second.Leave()
	second.Leave() // counts once
	other.Leave()
	for _, subject := range []string{"c", "d", "e"} {
		if _, now := turns.Ask(subject, nil); !now {
			t.Errorf("no place for %s of three", subject)
		}
	}
	if _, now := turns.Ask("f", nil); now {
		t.Error("a fourth place")
	}
}

// TestTurnsThatAreGivenUpAreForgotten: at once, whoever's turn it is.
func TestTurnsThatAreGivenUpAreForgotten(t *testing.T) {
	turns := quota.NewTurns(1, 0)
	held, _ := turns.Ask("holder", nil)
	for i := range 1000 {
		turn, _ := turns.Ask(fmt.Sprint("s", i%10), nil)
		turn.Leave()
	}
	if n := turns.Kept(); n != 1 {
		t.Errorf("%d subjects and turns are kept, want the holder", n)
	}
	held.Leave()
	if n := turns.Kept(); n != 0 {
		t.Errorf("%d are kept of nobody", n)
	}
}

// TestSmallWorkGoesBeforeLargeWorkOfOthers: a thousand subjects wait with large work, and
// more comes all the time. Small work of another one waits for a few of them.
func TestSmallWorkGoesBeforeLargeWorkOfOthers(t *testing.T) {
	turns := quota.NewTurns(1, 0)
	inside, _ := turns.AskFor("first", 10_000, nil)
	var next []*quota.Turn
	ask := func(subject string, weight int) *quota.Turn {
		var turn *quota.Turn
		turn, _ = turns.AskFor(subject, weight, func() { next = append(next, turn) })
		return turn
	}
	for i := range 1000 {
		ask(fmt.Sprint("large ", i), 10_000)
	}
	for i := range 300 { // V has advanced, and all have waited long
		inside.Leave()
		inside = next[i]
		ask(fmt.Sprint("large again ", i), 10_000)
	}
	small := ask("small", 200)
	for waited := range 5 {
		inside.Leave()
		if inside = next[len(next)-1]; inside == small {
			t.Logf("waited for %d", waited)
			return
		}
	}
	t.Error("small work still waits")
}

// TestLargeWorkIsNotStarved: small work of two others comes all the time.
func TestLargeWorkIsNotStarved(t *testing.T) {
	turns := quota.NewTurns(1, 0)
	var next []*quota.Turn
	ask := func(subject string, weight int) *quota.Turn {
		var turn *quota.Turn
		turn, _ = turns.AskFor(subject, weight, func() { next = append(next, turn) })
		return turn
	}
	inside := ask("small 0", 100)
	large := ask("large", 10_000)
	for i := range 1000 {
		ask(fmt.Sprint("small ", (i+1)%2), 100)
		inside.Leave()
		if inside = next[len(next)-1]; inside == large {
			if i > 400 {
				t.Errorf("large work waited for %d pieces of a hundredth of its weight", i)
			}
			return
		}
	}
	t.Error("large work still waits")
}

// TestOneSubjectKeepsNobodyOut: of a queue for eight it has four places, and others find one for as long as there are.
func TestOneSubjectKeepsNobodyOut(t *testing.T) {
	turns := quota.NewBoundedTurns(1, 0, 8)
	held, _ := turns.Ask("holder", nil)
	come, waiting := 0, []*quota.Turn{}
	ask := func(subject string) (refused bool) {
		turn, _ := turns.Ask(subject, func() { come++ })
		if turn.Refused() {
			turn.Leave() // makes no place
			return true
		}
		waiting = append(waiting, turn)
		return false
	}
	for n := range 1000 {
		if got, want := ask("many"), n >= 4; got != want {
			t.Fatalf("turn %d of one subject is refused: %v", n, got)
		}
	}
	for n := range 4 {
		if ask(fmt.Sprint("other ", n)) {
			t.Errorf("the first turn of other %d is refused, %d wait", n, turns.Waiting())
		}
	}
	if !ask("late") || turns.Waiting() != 8 {
		t.Errorf("%d wait", turns.Waiting())
	}
	held.Leave()
	for len(waiting) > 0 {
		for i, turn := range waiting {
			if turn.Come() {
				turn.Leave()
				waiting = slices.Delete(waiting, i, i+1)
				break
			}
		}
	}
	if n := turns.Kept(); come != 8 || n != 0 {
		t.Errorf("%d of 8 had their place, %d are kept of nobody", come, n)
	}
}
