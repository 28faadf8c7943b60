package quota

import (
	"context"
	"time"

	"golang.org/x/time/rate"
)

// Pace has the work of all subjects begin so many times a second. Who comes faster waits in turn by subject, and
// nobody is refused for the work of others but the one that would come last.
type Pace struct {
	turns *Turns
	all   *rate.Limiter
	clock func() time.Time
}

// NewPace has so many begin a second, 0: any number; burst is how many at once; most is how many may wait.
func NewPace(perSecond, burst, most int, clock func() time.Time) *Pace {
	p := &Pace{turns: NewBoundedTurns(1, 1, most), all: rate.NewLimiter(rate.Inf, 0), clock: clock}
	if perSecond > 0 {
		p.all = rate.NewLimiter(rate.Limit(perSecond), burst)
	}
	return p
}

// beside is a queue of its own at the same pace; most is how many may wait in it. Queues in which much waits share the
// pace evenly.
func (p *Pace) beside(most int) *Pace {
	return &Pace{turns: NewBoundedTurns(1, 1, most), all: p.all, clock: p.clock}
}

// waitFor is Wait for work that is as much as several pieces, which wait one after the other: other queues have theirs
// in between. It counts as no more than begin at once.
func (p *Pace) waitFor(ctx context.Context, subject string, weight, pieces int) error {
	for range min(pieces, max(p.all.Burst(), 1)) {
		if err := p.Wait(ctx, subject, weight); err != nil {
			return err
		}
	}
	return nil
}

// Wait returns when the work may begin. The error is ErrRefused, or the context's.
func (p *Pace) Wait(ctx context.Context, subject string, weight int) error {
	leave, err := p.turns.Take(ctx, subject, weight)
	if err != nil {
		return err
	}
	now := p.clock()
	if early := p.all.ReserveN(now, 1).DelayFrom(now); early > 0 {
		time.AfterFunc(early, leave) // the next one waits
		return nil
	}
	leave()
	return nil
}

// Close has nothing wait any more: what does is refused, and so is what would.
func (p *Pace) Close() { p.turns.Close() }

// Waiting is how many wait.
func (p *Pace) Waiting() int { return p.turns.Waiting() }
