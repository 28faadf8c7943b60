package respaldo

import (
	"context"
	"io"
	"time"

	"golang.org/x/time/rate"
)

// step is read at once; then whoever shares the disk has a turn.
const step = 256 << 10

const (
	// restShare is how much longer than it works a backup rests: it has a third of the time, so whoever shares processors
	// and disk finds them free more often than not. What it waits for counts as work: the busier the others are, the
	// longer it rests.
	restShare = 2
	stride    = 2 * time.Millisecond // of work before a rest: a shorter one is mostly overhead
	longest   = time.Second          // a rest; the server gives a backup up that takes nothing for a minute
)

// pace is how fast a backup goes.
type pace struct {
	limit *rate.Limiter // nil: as fast as it goes, without rests
	clock func() time.Time
	sleep func(context.Context, time.Duration) error
	since time.Time // it works since then
}

func paceOf(mib int, clock func() time.Time) *pace {
	p := &pace{clock: clock, sleep: sleep, since: clock()}
	if mib > 0 {
		p.limit = rate.NewLimiter(rate.Limit(mib<<20), step)
	}
	return p
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}

// rest follows a step of work.
func (p *pace) rest(ctx context.Context) error {
	if p.limit == nil {
		return nil
	}
	worked := p.clock().Sub(p.since)
	if worked < stride {
		return nil
	}
	err := p.sleep(ctx, min(restShare*worked, longest))
	p.since = p.clock()
	return err
}

// read follows so many bytes. What it waits is no work.
func (p *pace) read(ctx context.Context, n int) error {
	if p.limit == nil {
		return nil
	}
	before := p.clock()
	err := p.limit.WaitN(ctx, n)
	p.since = p.since.Add(p.clock().Sub(before))
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
	if err := p.pace.rest(p.ctx); err != nil {
		return 0, err
	}
	if err := p.alive(); err != nil {
		return 0, err
	}
	n, err := p.from.Read(b[:min(len(b), step)])
	if errPace := p.pace.read(p.ctx, n); errPace != nil {
		return n, errPace
	}
	return n, err
}
