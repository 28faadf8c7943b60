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
		turns := quota.NewTurns(1)
		leave, err := turns.Take(t.Context(), "busy")
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
				leave, err := turns.Take(context.Background(), subject)
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
	turns := quota.NewTurns(2)
	var all sync.WaitGroup
	inside := make(chan struct{}, 2)
	for i := range 200 {
		all.Go(func() {
			ctx, cancel := context.WithCancel(context.Background())
			if i%3 == 0 {
				go cancel()
			}
			defer cancel()
			leave, err := turns.Take(ctx, fmt.Sprint("s", i%7))
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
		if _, err := turns.Take(t.Context(), "x"); err != nil {
			t.Fatal(err)
		}
	}
	if n := turns.Waiting(); n != 0 {
		t.Errorf("%d wait", n)
	}
}
