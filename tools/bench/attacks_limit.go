package main

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/attack"
)

// The targets of all at once with little memory.
const (
	maxLimited = 200 * time.Millisecond // the honest client's p50
	backWithin = time.Minute
	backTo     = 1.2 // times what was in quiet
)

// attackLimited: all classes at once, beside an honest client of another address, and how long it is felt afterwards.
func (b *bench) attackLimited(ctx context.Context, f front) error {
	g, err := b.newGround(ctx, f)
	if err != nil {
		return err
	}
	s, err := g.serve(ctx)
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	h := g.newHonest(s)
	defer h.close()
	r, err := h.beside(ctx, attack.Classes())
	if err != nil {
		return err
	}
	back := h.back(ctx, r.quiet)
	alive, then := "alive", own(s.cmd.Process.Pid)
	if then == 0 {
		alive = "killed"
	}
	median := r.attacked.times.median()
	b.report.note("all attacks at once, "+f.name, "alive, p50 ≤ 200 ms, back to ±20 % in 60 s",
		holdsIf(then > 0 && median <= maxLimited && back <= backWithin),
		"%s; at most %.0f MiB (quiet %.0f); honest p50 %.1f ms (quiet %.1f), refused %d of %d%s; back after %.0f s, then %.0f MiB; %s",
		alive, r.attacked.resident, r.quiet.resident, millis(median), millis(r.quiet.times.median()), r.attacked.failed, len(r.attacked.times),
		because(r.attacked.why), back.Seconds(), then, r.tally)
	return nil
}

// back is how long after an attack the honest client's p50 is as in quiet; more than a minute: it gave up.
func (h *visitor) back(ctx context.Context, quiet spell) time.Duration {
	since := time.Now()
	for ctx.Err() == nil && time.Since(since) <= backWithin {
		now := h.look(ctx, time.Second)
		if now.failed == 0 && float64(now.times.median()) <= backTo*float64(quiet.times.median()) {
			break
		}
	}
	return time.Since(since)
}
