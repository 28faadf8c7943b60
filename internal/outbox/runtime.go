package outbox

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// Runtime is this package's access to time, chance and concurrency. The simulation
// brings its own, so that a seed is a schedule.
type Runtime struct {
	Clock func() time.Time
	// Wait pauses until d is over or wake is signalled; false if ctx ended.
	Wait func(ctx context.Context, d time.Duration, wake <-chan struct{}) bool
	// Jitter is a random duration in [0, d).
	Jitter func(d time.Duration) time.Duration
	// Queued is called when a message waits in memory; nil: the publishers see it.
	Queued func(m broker.Message)
	// Each calls f for 0 … n−1, several at a time, and returns the first error.
	Each func(ctx context.Context, n int, f func(ctx context.Context, i int) error) error
}

// NewRuntime is the real one, on a clock.
func NewRuntime(clock func() time.Time) Runtime {
	return Runtime{Clock: clock, Wait: wait, Jitter: func(d time.Duration) time.Duration { return rand.N(d) }, Each: each}
}

// pause is a pause with jitter: several processes shall not look at the same time.
func (rt Runtime) pause(p time.Duration) time.Duration { return p*3/4 + rt.Jitter(p/2+1) }

func wait(ctx context.Context, d time.Duration, wake <-chan struct{}) bool {
	return service.PauseOr(ctx, d, wake) == nil
}

// atOnce bounds the store writes under way for one operador.
const atOnce = 16

// each begins nothing more after an error or the end of ctx, but work that has begun
// comes to its end: the write of a lease that is cut short may count all the same,
// and nobody would know of it until it runs out.
func each(ctx context.Context, n int, f func(context.Context, int) error) error {
	var g errgroup.Group
	g.SetLimit(atOnce)
	var failed atomic.Bool
	for i := range n {
		if failed.Load() || ctx.Err() != nil {
			break
		}
		g.Go(func() error {
			err := f(context.WithoutCancel(ctx), i)
			if err != nil {
				failed.Store(true)
			}
			return err
		})
	}
	return g.Wait()
}
