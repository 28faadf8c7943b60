package diskblob

import (
	"context"
	"io"
	"runtime"
	"time"
)

// An upload lets others have the processor after each piece, and is copied no faster than a quarter of a MiB in
// restsAfter: what comes over a network is slower. A hundred files that came together, each copied for the 10 ms that
// the scheduler leaves it, held everybody else up for 130 ms.
const (
	piece      = 64 << 10
	pieces     = 4
	restsAfter = 1250 * time.Microsecond
)

// gentle reads what a fast client sends, until the caller gives up.
type gentle struct {
	ctx    context.Context
	source io.Reader
	clock  func() time.Time
	copied int // of the piece
	done   int // pieces, since then
	since  time.Time
}

func (o *Objetos) gently(ctx context.Context, source io.Reader) *gentle {
	return &gentle{ctx: ctx, source: source, clock: o.cfg.Clock, since: o.cfg.Clock()}
}

// Read implements io.Reader.
func (g *gentle) Read(b []byte) (int, error) {
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	if g.copied >= piece {
		g.yield()
	}
	n, err := g.source.Read(b)
	g.copied += n
	return n, err
}

func (g *gentle) yield() {
	g.copied = 0
	if g.done++; g.done < pieces {
		runtime.Gosched()
		return
	}
	now := g.clock()
	if early := restsAfter - now.Sub(g.since); early > 0 {
		g.rest(early)
		now = now.Add(early)
	}
	g.done, g.since = 0, now
}

func (g *gentle) rest(d time.Duration) {
	select {
	case <-g.ctx.Done():
	case <-time.After(d):
	}
}
