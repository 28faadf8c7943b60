package main

import (
	"context"
	"math/rand/v2"
	"time"
)

// think is the time between two requests of one visit, as it was fixed beforehand. A request is due then, even if the
// answer to the one before is late: its wait counts from there.
const think = time.Second

// arrivals are moments at random, so many a second on average, fixed by the seed and nothing that happens later.
type arrivals struct {
	random *rand.Rand
	rate   float64
	at     time.Duration // of the last one, since the beginning
}

func newArrivals(rate float64, seed uint64) *arrivals {
	return &arrivals{random: rand.New(rand.NewPCG(seed, 1)), rate: rate}
}

func (a *arrivals) next() time.Duration {
	a.at += time.Duration(a.random.ExpFloat64() / a.rate * float64(time.Second))
	return a.at
}

// until waits for a moment; false if ctx ends first.
func until(ctx context.Context, at time.Time) bool {
	d := time.Until(at)
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
