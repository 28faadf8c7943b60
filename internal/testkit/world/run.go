package world

import (
	"context"
	"sync"
	"testing"
)

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
