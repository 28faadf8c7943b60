package localbroker_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/localbroker"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func TestADeletionWaitsForAFullQueue(t *testing.T) {
	const most = 3
	b := localbroker.New(localbroker.Config{Log: silent, MaxQueue: most})
	t.Cleanup(func() { _ = b.Close() })
	world.FullQueue(t, b, most)
}

// A message that waits for its retry has its place: the broker holds no more than the
// bound and what is being handled, however often messages fail.
func TestRetriesCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := localbroker.New(localbroker.Config{Log: silent, MaxQueue: 5, Prefetch: 1})
		run(t, func(ctx context.Context) error { return b.Consume(ctx, broker.MinioCleanupQueue, fails) })
		accepted := 0
		for range 50 {
			synctest.Wait() // everything accepted has failed, and waits for its retry
			err := b.Publish(t.Context(), command("x"))
			if err == nil {
				accepted++
			} else if !errors.Is(err, broker.ErrFull) {
				t.Fatal(err)
			}
		}
		if accepted < 5 || accepted > 6 {
			t.Errorf("%d messages accepted, want 5 and one in hand at most", accepted)
		}
		time.Sleep(time.Minute) // all attempts of all
		if err := b.Publish(t.Context(), command("y")); err != nil {
			t.Errorf("when they are done: %v", err)
		}
		if n := len(peek(t, b)); n != accepted {
			t.Errorf("%d dead letters of %d messages", n, accepted)
		}
	})
}
