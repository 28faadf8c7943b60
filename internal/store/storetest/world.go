package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// timeout bounds every case and every wait; benchTimeout a benchmark, whose 100,000
// documents an emulator needs minutes to write.
const (
	timeout      = 10 * time.Minute // only keeps a broken test from hanging
	benchTimeout = 20 * time.Minute
)

// world is the bench that a case works on: a store, its clock, its calls.
type world struct {
	Instance
	ctx   context.Context
	clock *testClock
	obs   *callCounter
}

func newWorld(t testing.TB, f Factory) *world {
	t.Helper()
	limit := timeout
	if _, bench := t.(*testing.B); bench {
		limit = benchTimeout
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	t.Cleanup(cancel)
	// The present, in whole seconds: an emulator may expire items by its own clock.
	b := &world{ctx: ctx, clock: newClock(time.Now().UTC().Truncate(time.Second)), obs: &callCounter{}}
	b.Instance = f.New(t, Env{Clock: b.clock.Now, Observe: b.obs.observe, Retenciones: retenciones})
	return b
}

// retenciones are longer than those that nobody chose.
var retenciones = auditoria.Retenciones{Accesos: 400 * day, Cambios: 2000 * day}

// testClock is a clock that only the case moves.
type testClock struct{ ns atomic.Int64 }

func newClock(t time.Time) *testClock {
	r := &testClock{}
	r.ns.Store(t.UnixNano())
	return r
}

// Now is the time that the store sees.
func (r *testClock) Now() time.Time { return time.Unix(0, r.ns.Load()).UTC() }

func (r *testClock) advance(d time.Duration) { r.ns.Add(int64(d)) }

// callCounter counts the calls that the store reports.
type callCounter struct {
	mu       sync.Mutex
	calls    map[string]int
	capacity float64
}

func (o *callCounter) observe(op string, capacity float64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.calls == nil {
		o.calls = map[string]int{}
	}
	o.calls[op]++
	o.capacity += capacity
}

// take returns the counted number since the last take.
func (o *callCounter) take() (calls map[string]int, capacity float64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	calls, capacity = o.calls, o.capacity
	o.calls, o.capacity = nil, 0
	return calls, capacity
}

// eventually repeats a check until it holds: some reads may lag behind writes.
func eventually(t testing.TB, ctx context.Context, check func() error) {
	t.Helper()
	tic := time.NewTicker(5 * time.Millisecond)
	defer tic.Stop()
	limit := time.NewTimer(timeout)
	defer limit.Stop()
	for {
		err := check()
		if err == nil {
			return
		}
		select {
		case <-tic.C:
		case <-limit.C:
			t.Fatalf("still not so at the deadline: %v", err)
		case <-ctx.Done():
			t.Fatalf("still not so: %v (%v)", err, ctx.Err())
		}
	}
}

func require(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("unexpected error: %v", err)
	}
}

// errOf is the error of a call whose answer nobody needs.
func errOf[T any](_ T, err error) error { return err }

func requireCode(t testing.TB, err error, codes ...fault.Code) {
	t.Helper()
	for _, c := range codes {
		if errors.Is(err, c) {
			return
		}
	}
	t.Fatalf("error is %v, want code %v", err, codes)
}

// pages reads page by page, each behind the key of the last one before, until one is not full.
func pages[T any](limit int, key func(T) string, page func(after string) ([]T, error)) (all []T, err error) {
	for after := ""; ; after = key(all[len(all)-1]) {
		next, err := page(after)
		if err == nil && len(next) > limit {
			err = fmt.Errorf("%d on a page of %d", len(next), limit)
		}
		if all = append(all, next...); err != nil || len(next) < limit {
			return all, err
		}
	}
}

// requireSame holds values together: times by instant, nil and empty slices alike.
func requireSame(t testing.TB, what string, got, want any) {
	t.Helper()
	if d := diff(got, want); d != "" {
		t.Fatalf("%s differs (-want +got):\n%s", what, d)
	}
}

func diff(got, want any) string {
	return cmp.Diff(want, got, cmpopts.EquateEmpty())
}

// differenceError is requireSame for eventually.
func differenceError(what string, got, want any) error {
	if d := diff(got, want); d != "" {
		return fmt.Errorf("%s differs (-want +got):\n%s", what, d)
	}
	return nil
}
