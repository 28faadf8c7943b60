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

// TestSubjectsShareFairly: ten of one subject and one of another wait for one place; the
// other's is served second.
func TestSubjectsShareFairly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slots := quota.NewFairSemaphore(1, 0, 0)
		leave, err := slots.Acquire(t.Context(), "busy", 1)
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
				leave, err := slots.Acquire(context.Background(), subject, 1)
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
		if slots.Waiting() != 11 {
			t.Errorf("%d wait", slots.Waiting())
		}
		leave()
		all.Wait()
		if at := slices.Index(served, "other"); at > 1 || len(served) != 11 {
			t.Errorf("served: %v", served)
		}
	})
}

// TestReleasedSlotIsFree: places are neither lost nor made.
func TestReleasedSlotIsFree(t *testing.T) {
	slots := quota.NewFairSemaphore(2, 0, 0)
	var all sync.WaitGroup
	inside := make(chan struct{}, 2)
	for i := range 200 {
		all.Go(func() {
			ctx, cancel := context.WithCancel(context.Background())
			if i%3 == 0 {
				go cancel()
			}
			defer cancel()
			leave, err := slots.Acquire(ctx, fmt.Sprint("s", i%7), 1+i%50)
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
		if _, err := slots.Acquire(t.Context(), "x", 1); err != nil {
			t.Fatal(err)
		}
	}
	if n := slots.Waiting(); n != 0 {
		t.Errorf("%d wait", n)
	}
}

// TestSlotsOfOneSubject: a subject has only so many places at a time, and keeps nobody
// else from the free ones.
func TestSlotsOfOneSubject(t *testing.T) {
	slots := quota.NewFairSemaphore(3, 1, 0)
	granted := 0
	count := func() { granted++ }
	first, now := slots.Request("a", 1, count)
	second, later := slots.Request("a", 1, count)
	if !now || later || second.Granted() {
		t.Fatalf("the first has a place: %v, the second: %v", now, later)
	}
	other, now := slots.Request("b", 1, count)
	if !now || !other.Granted() {
		t.Fatal("another subject waits beside free places")
	}
	first.Release()
	if granted != 1 || !second.Granted() {
		t.Errorf("granted %d: the second has a place: %v", granted, second.Granted())
	}
	second.Release()
	second.Release() // counts once
	other.Release()
	for _, subject := range []string{"c", "d", "e"} {
		if _, now := slots.Request(subject, 1, nil); !now {
			t.Errorf("no place for %s of three", subject)
		}
	}
	if _, now := slots.Request("f", 1, nil); now {
		t.Error("a fourth place")
	}
}

// TestReleasedSlotsAreForgotten: at once, whoever's slot it is.
func TestReleasedSlotsAreForgotten(t *testing.T) {
	slots := quota.NewFairSemaphore(1, 0, 0)
	held, _ := slots.Request("holder", 1, nil)
	for i := range 1000 {
		slot, _ := slots.Request(fmt.Sprint("s", i%10), 1, nil)
		slot.Release()
	}
	if n := slots.Kept(); n != 1 {
		t.Errorf("%d subjects and slots are kept, want the holder", n)
	}
	held.Release()
	if n := slots.Kept(); n != 0 {
		t.Errorf("%d are kept of nobody", n)
	}
}

// TestSmallWorkGoesBeforeLargeWorkOfOthers: a thousand subjects wait with large work, and
// more comes all the time. Small work of another one waits for a few of them.
func TestSmallWorkGoesBeforeLargeWorkOfOthers(t *testing.T) {
	slots := quota.NewFairSemaphore(1, 0, 0)
	inside, _ := slots.Request("first", 10_000, nil)
	var next []*quota.Slot
	ask := func(subject string, weight int) *quota.Slot {
		var slot *quota.Slot
		slot, _ = slots.Request(subject, weight, func() { next = append(next, slot) })
		return slot
	}
	for i := range 1000 {
		ask(fmt.Sprint("large ", i), 10_000)
	}
	for i := range 300 { // V has advanced, and all have waited long
		inside.Release()
		inside = next[i]
		ask(fmt.Sprint("large again ", i), 10_000)
	}
	small := ask("small", 200)
	for waited := range 5 {
		inside.Release()
		if inside = next[len(next)-1]; inside == small {
			t.Logf("waited for %d", waited)
			return
		}
	}
	t.Error("small work still waits")
}

// TestLargeWorkIsNotStarved: small work of two others comes all the time.
func TestLargeWorkIsNotStarved(t *testing.T) {
	slots := quota.NewFairSemaphore(1, 0, 0)
	var next []*quota.Slot
	ask := func(subject string, weight int) *quota.Slot {
		var slot *quota.Slot
		slot, _ = slots.Request(subject, weight, func() { next = append(next, slot) })
		return slot
	}
	inside := ask("small 0", 100)
	large := ask("large", 10_000)
	for i := range 1000 {
		ask(fmt.Sprint("small ", (i+1)%2), 100)
		inside.Release()
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
	slots := quota.NewFairSemaphore(1, 0, 8)
	held, _ := slots.Request("holder", 1, nil)
	granted, waiting := 0, []*quota.Slot{}
	ask := func(subject string) (refused bool) {
		slot, _ := slots.Request(subject, 1, func() { granted++ })
		if slot.Refused() {
			slot.Release() // makes no place
			return true
		}
		waiting = append(waiting, slot)
		return false
	}
	for n := range 1000 {
		if got, want := ask("many"), n >= 4; got != want {
			t.Fatalf("slot %d of one subject is refused: %v", n, got)
		}
	}
	for n := range 4 {
		if ask(fmt.Sprint("other ", n)) {
			t.Errorf("the first slot of other %d is refused, %d wait", n, slots.Waiting())
		}
	}
	if !ask("late") || slots.Waiting() != 8 {
		t.Errorf("%d wait", slots.Waiting())
	}
	held.Release()
	for len(waiting) > 0 {
		for i, slot := range waiting {
			if slot.Granted() {
				slot.Release()
				waiting = slices.Delete(waiting, i, i+1)
				break
			}
		}
	}
	if n := slots.Kept(); granted != 8 || n != 0 {
		t.Errorf("%d of 8 had their place, %d are kept of nobody", granted, n)
	}
}
