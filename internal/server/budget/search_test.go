package budget_test

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// TestSearchesTakeTurns: somebody who has spent much fills half of the queue, and is refused beyond it. Who has not comes
// next. Before, fifty searches at once of one citizen raised the honest p50 to 55 ms.
func TestSearchesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(limits.Limits{Searches: 1, Request: time.Hour}, counted{})
		spent, fresh := quota.Status{Limit: 100, Remaining: 0}, quota.Status{Limit: 100, Remaining: 99}
		var mu sync.Mutex
		var order []string
		refused := 0
		search := func(who string, s quota.Status) {
			leave, full := b.Search(of(t, who), s)
			mu.Lock()
			if full != nil {
				is(t, who, full, fault.Unavailable)
				refused++
				mu.Unlock()
				return
			}
			order = append(order, who)
			mu.Unlock()
			time.Sleep(time.Second)
			leave()
		}
		for range 1 + 128 + 10 { // one searches, 128 wait
			go search("hostile", spent)
			synctest.Wait()
		}
		go search("honest", fresh)
		synctest.Wait()
		if b.Searching() != 129 || refused != 10 {
			t.Errorf("%d wait, %d are refused", b.Searching(), refused)
		}
		time.Sleep(time.Hour)
		mu.Lock()
		defer mu.Unlock()
		if at := slices.Index(order, "honest"); at != 1 || len(order) != 130 {
			t.Errorf("the honest one is number %d of %d", at, len(order))
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
