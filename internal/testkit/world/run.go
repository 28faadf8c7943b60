package world

import (
	"context"
	"sync"
	"testing"
	"time"
)

// patience only keeps a broken test from hanging.
const patience = 5 * time.Minute

// WaitFor polls until something holds that happens elsewhere.
func WaitFor(t testing.TB, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	timeout := time.After(patience)
	for !holds() {
		select {
		case <-tick.C:
		case <-timeout:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// Run runs parts until stop is called or the test ends. None of them may fail.
func Run(t testing.TB, parts ...func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for _, p := range parts {
		wg.Go(func() {
			if err := p(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	stop = sync.OnceFunc(func() { cancel(); wg.Wait() })
	t.Cleanup(stop)
	return stop
}
