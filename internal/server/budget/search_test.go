package budget_test

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
)

// TestSearchesTakeTurns: somebody who has spent much fills the queue. Who has not comes next, and who comes last is
// refused. Before, fifty searches at once of one citizen raised the honest p50 to 55 ms.
func TestSearchesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(limits.Limits{Searches: 1, SearchesAll: 4}, counted{})
		spent, fresh := quota.Status{Limit: 100, Remaining: 0}, quota.Status{Limit: 100, Remaining: 99}
		var mu sync.Mutex
		var order []string
		note := func(what string) {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, what)
		}
		search := func(who string, s quota.Status) {
			leave, full := b.Search(of(t, who), s)
			if full != nil {
				is(t, who, full, fault.Unavailable)
				note(who + " refused")
				return
			}
			time.Sleep(time.Second)
			note(who)
			leave()
		}
		for range 5 { // one searches, four wait
			go search("hostile", spent)
			synctest.Wait()
		}
		go search("honest", fresh)
		synctest.Wait()
		if b.Searching() != 4 {
			t.Errorf("%d wait", b.Searching())
		}
		time.Sleep(time.Minute)
		mu.Lock()
		defer mu.Unlock()
		want := []string{"hostile refused", "hostile", "honest", "hostile", "hostile", "hostile"}
		if !slices.Equal(order, want) {
			t.Error(order)
		}
	})
}

// TestSearchesThatWaitInVain are told so after the time of a request.
func TestSearchesThatWaitInVain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(limits.Limits{Searches: 1, Request: 10 * time.Second}, counted{})
		leave, full := b.Search(of(t, "1"), quota.Status{})
		is(t, "the first", full, "")
		since := time.Now()
		_, full = b.Search(of(t, "2"), quota.Status{})
		is(t, "in vain", full, fault.Unavailable)
		if time.Since(since) != 10*time.Second || b.Searching() != 0 {
			t.Errorf("after %v, %d wait", time.Since(since), b.Searching())
		}
		leave()
		_, full = b.Search(of(t, "2"), quota.Status{})
		is(t, "afterwards", full, "")
	})
}

// TestSearchesRest: whoever searches, their places are used for a part of the time. One place that a crowd took in turn
// was a core that others did not have.
func TestSearchesRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(limits.Limits{Searches: 1}, counted{})
		search := func(d time.Duration) (waited time.Duration) {
			since := time.Now()
			leave, full := b.Search(of(t, "1"), quota.Status{})
			is(t, "a search", full, "")
			waited = time.Since(since)
			time.Sleep(d)
			leave()
			return waited
		}
		if first, second := search(200*time.Millisecond), search(time.Minute); first+second != 0 {
			t.Errorf("after a quiet time they wait %v and %v", first, second)
		}
		search(40 * time.Millisecond)
		if waited := search(0); waited != 40*time.Millisecond {
			t.Errorf("after 40 ms of work its place rests %v", waited)
		}
	})
}
