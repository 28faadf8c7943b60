package respaldo

import (
	"context"
	"io"
	"time"

	"golang.org/x/time/rate"
)

const (
	step = 256 << 10 // is read at once; then whoever shares the disk has a turn
	// restShare is how much longer than it works a backup rests. What it waits for counts as work: the busier the others
	// are, the longer it rests.
	restShare = 2
	stride    = 2 * time.Millisecond // of work before a rest: a shorter one is mostly overhead
	longest   = time.Second          // a rest; the server gives a backup up that takes nothing for a minute
)

// pace is how fast a backup goes.
type pace struct {
	limit *rate.Limiter // nil: as fast as it goes, without rests
	clock func() time.Time
	since time.Time // it works since then
}

func newPace(mib int, clock func() time.Time) *pace {
	p := &pace{clock: clock, since: clock()}
	if mib > 0 {
		p.limit = rate.NewLimiter(rate.Limit(mib<<20), step)
	}
	return p
}

// rest follows a step of work, of so many bytes.
func (p *pace) rest(ctx context.Context, n int) error {
	worked := p.clock().Sub(p.since)
	if p.limit == nil || worked < stride && n == 0 {
		return ctx.Err()
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(min(restShare*worked, longest)):
	}
	err := p.limit.WaitN(ctx, n)
	p.since = p.clock()
	return err
}

// paced reads at a pace.
type paced struct {
	ctx   context.Context
	pace  *pace
	alive func() error
	from  io.Reader
}

func (p paced) Read(b []byte) (int, error) {
	if err := p.alive(); err != nil {
		return 0, err
	}
	n, err := p.from.Read(b[:min(len(b), step)])
	if errPace := p.pace.rest(p.ctx, n); errPace != nil {
		return n, errPace
	}
	return n, err
}

// always is the alive of what nobody takes back.
func always() error { return nil }
