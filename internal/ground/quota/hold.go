package quota

import (
	"context"
	"time"
)

// Hold has refusals wait that are one of too many: who is refused at once asks again at once. As many
// wait at a time as there are places; the others go on.
type Hold struct {
	places chan struct{}
	d      time.Duration
}

// NewHold has so many wait, for so long.
func NewHold(places int, d time.Duration) *Hold { return &Hold{make(chan struct{}, places), d} }

// Wait returns when the time is over or the context has ended; or false at once, without a place.
func (h *Hold) Wait(ctx context.Context) (waited bool) {
	select {
	case h.places <- struct{}{}:
	default:
		return false
	}
	defer func() { <-h.places }()
	t := time.NewTimer(h.d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
	return true
}

// Waiting is how many wait now.
func (h *Hold) Waiting() int { return len(h.places) }
