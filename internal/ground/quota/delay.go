package quota

import (
	"context"
	"time"
)

// Delay slows refusals down: a client that is refused at once asks again at once. A bounded number of refusals wait at a
// time; the others are not delayed.
type Delay struct {
	places chan struct{}
	wait   time.Duration
}

// NewDelay lets so many refusals wait at a time, for so long.
func NewDelay(places int, wait time.Duration) *Delay { return &Delay{make(chan struct{}, places), wait} }

// Wait returns when the time is over or the context has ended; it returns false at once if no place is free.
func (d *Delay) Wait(ctx context.Context) (waited bool) {
	select {
	case d.places <- struct{}{}:
	default:
		return false
	}
	defer func() { <-d.places }()
	t := time.NewTimer(d.wait)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
	return true
}

// Waiting is how many refusals wait now.
func (d *Delay) Waiting() int { return len(d.places) }
