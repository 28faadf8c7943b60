package respaldo

import (
	"context"
	"io"

	"golang.org/x/time/rate"
)

const burst = 256 << 10 // bytes that may come at once

// newLimit bounds the bytes of a second; 0: as fast as it goes.
func newLimit(mib int) *rate.Limiter {
	if mib == 0 {
		return rate.NewLimiter(rate.Inf, burst)
	}
	return rate.NewLimiter(rate.Limit(mib<<20), burst)
}

// paced writes within a limit.
type paced struct {
	ctx   context.Context
	limit *rate.Limiter
	to    io.Writer
}

func (p paced) Write(b []byte) (written int, err error) {
	for err == nil && written < len(b) {
		next := b[written:min(len(b), written+burst)]
		if err = p.limit.WaitN(p.ctx, len(next)); err == nil {
			_, err = p.to.Write(next)
			written += len(next)
		}
	}
	return written, err
}
