package dynamostore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

// calls are writes that last until they are let go.
type calls struct {
	mu    sync.Mutex
	sizes []int
	held  bool
	free  chan struct{}
	err   error
	bad   string // an id that is refused
}

func (c *calls) write(_ context.Context, ids []string) error {
	c.mu.Lock()
	c.sizes = append(c.sizes, len(ids))
	held, err := c.held, c.err
	c.mu.Unlock()
	if held {
		<-c.free
	}
	if slices.Contains(ids, c.bad) {
		return fault.Wrap(fault.Internal, errors.New("no good"))
	}
	return err
}

// TestEventsOfManyRequestsShareACall: those that come while calls are under way go together; a lone one goes at once.
func TestEventsOfManyRequestsShareACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &calls{held: true, free: make(chan struct{})}
		put := dynamostore.Lots(c.write)
		var wg sync.WaitGroup
		note := func(id string) {
			wg.Go(func() {
				if err := put(t.Context(), id); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		for i := range 10 {
			note(fmt.Sprint(i))
		}
		note("9") // the same again
		if !slices.Equal(c.sizes, []int{1, 1, 1, 1}) {
			t.Fatalf("calls of %v under way, want the first four", c.sizes)
		}
		close(c.free)
		wg.Wait()
		if !slices.Equal(c.sizes, []int{1, 1, 1, 1, 6}) {
			t.Errorf("calls of %v, want the others together", c.sizes)
		}
	})
}

// TestManyEventsDoNotWaitForFourCalls: a slow service gets more calls, with a whole lot each.
func TestManyEventsDoNotWaitForFourCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &calls{held: true, free: make(chan struct{})}
		put := dynamostore.Lots(c.write)
		var wg sync.WaitGroup
		for i := range 4 + 8 + 8 + 3 {
			wg.Go(func() {
				if err := put(t.Context(), fmt.Sprint(i)); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		if !slices.Equal(c.sizes, []int{1, 1, 1, 1, 8, 8}) {
			t.Errorf("calls of %v under way", c.sizes)
		}
		close(c.free)
		wg.Wait()
	})
}

// TestASharedCallIsOneForEach: who leaves takes nobody along, an event that is refused neither, and a service that
// is down answers all.
func TestASharedCallIsOneForEach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &calls{held: true, free: make(chan struct{}), bad: "bad"}
		put := dynamostore.Lots(c.write)
		errs := map[string]error{}
		var mu sync.Mutex
		var wg sync.WaitGroup
		left, leave := context.WithCancel(t.Context())
		for i, id := range []string{"a", "b", "x", "y", "c", "bad", "gone"} {
			ctx := t.Context()
			if i == 6 {
				ctx = left
			}
			wg.Go(func() {
				err := put(ctx, id)
				mu.Lock()
				defer mu.Unlock()
				errs[id] = err
			})
			synctest.Wait()
		}
		leave()
		synctest.Wait()
		close(c.free)
		wg.Wait()
		for id, want := range map[string]fault.Code{"a": "", "b": "", "c": "", "bad": fault.Internal, "gone": fault.Unavailable} {
			if err := errs[id]; (err == nil) != (want == "") || err != nil && fault.CodeOf(err) != want {
				t.Errorf("%s: %v, want %q", id, err, want)
			}
		}
		c.err = fault.Wrap(fault.Unavailable, errors.New("down"))
		if err := put(t.Context(), "d"); !errors.Is(err, fault.Unavailable) {
			t.Errorf("the service is down: %v", err)
		}
		if err := put(left, "e"); !errors.Is(err, fault.Unavailable) {
			t.Errorf("nobody waits: %v", err)
		}
	})
}
