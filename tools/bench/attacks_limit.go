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

// attackLimited: all classes at once, beside an honest client of another address, and what is left of it a minute later.
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
	p50, memory := h.back(ctx, r.quiet)
	alive := "alive"
	if own, _ := parts(s.cmd.Process.Pid); own == 0 {
		alive = "killed"
	}
	median := r.attacked.times.median()
	b.report.note("all attacks at once, "+f.name, "alive, p50 ≤ 200 ms, back to ±20 % in 60 s",
		holdsIf(alive == "alive" && median <= maxLimited && p50 <= backWithin && memory <= backWithin),
		"%s; at most %.0f MiB (quiet %.0f); honest p50 %.1f ms (quiet %.1f), refused %d of %d; p50 back after %.0f s, memory after %.0f s; %s",
		alive, r.attacked.resident, r.quiet.resident, millis(median), millis(r.quiet.times.median()), r.attacked.failed, len(r.attacked.times),
		p50.Seconds(), memory.Seconds(), r.tally)
	return nil
}

// back is how long after an attack the honest client's p50, and the memory, were as in quiet. It gives up after a minute.
func (h *visitor) back(ctx context.Context, quiet spell) (p50, memory time.Duration) {
	since := time.Now()
	for ctx.Err() == nil && (p50 == 0 || memory == 0) {
		now := h.look(ctx, time.Second)
		passed := time.Since(since)
		late := passed > backWithin // both are more than it then
		if p50 == 0 && (late || now.failed == 0 && float64(now.times.median()) <= backTo*float64(quiet.times.median())) {
			p50 = passed
		}
		if memory == 0 && (late || now.resident <= backTo*quiet.resident) {
			memory = passed
		}
	}
	return p50, memory
}
