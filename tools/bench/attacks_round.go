package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/attack"
)

// round is one attack on one server.
type round struct {
	quiet, attacked spell
	tally           *attack.Tally
	after           float64 // MiB, 30 s later
	rested          func()  // waits for it, and ends the server
}

// spell is a while of the honest client.
type spell struct {
	times    sample
	failed   int
	why      string  // the last of them
	resident float64 // MiB, the most that was seen, pages of mapped files apart
	mapped   float64 // these
	core     float64 // of the server, in % of a core
}

// round starts a server, looks at it in quiet, and attacks it.
func (g *ground) round(ctx context.Context, names []string) (*round, error) {
	s, err := g.serve(ctx)
	if err != nil {
		return nil, err
	}
	r, err := g.attackBeside(ctx, s, names)
	if err != nil {
		return nil, errors.Join(err, s.stop())
	}
	rested := make(chan struct{})
	go func() {
		defer close(rested)
		wait(ctx, afterwards)
		r.after, _ = parts(s.cmd.Process.Pid) // 0 if it is gone
		_ = s.stop()                          // the figures are taken
	}()
	r.rested = func() { <-rested }
	return r, nil
}

// attackBeside attacks a server. The honest client is there, or, apart, at a second one, which nobody attacks: what it
// waits for then is the machine.
func (g *ground) attackBeside(ctx context.Context, s *server, names []string) (*round, error) {
	if !g.bench.attacks.apart {
		return g.attackOnce(ctx, s, s, names)
	}
	calm, err := g.serve(ctx)
	if err != nil {
		return nil, err
	}
	r, err := g.attackOnce(ctx, s, calm, names)
	return r, errors.Join(err, calm.stop())
}

func (g *ground) attackOnce(ctx context.Context, s, calm *server, names []string) (r *round, err error) {
	h := g.newHonest(calm)
	defer h.close()
	if warm := h.look(ctx, quietFor/2); warm.failed > 0 {
		return nil, errors.New("the honest client is refused in quiet: " + warm.why)
	}
	r = &round{quiet: h.look(ctx, quietFor)}
	g.bench.emisor.hostile.Store(hostileIssuer(names))
	defer g.bench.emisor.hostile.Store(false)
	a, err := g.begin(ctx, s, names)
	if err != nil {
		return nil, err
	}
	r.attacked = h.look(ctx, attackFor)
	r.tally, err = a.end()
	return r, err
}

// hostileIssuer reports whether one of these attacks has the issuer of tokens turn, too.
func hostileIssuer(names []string) bool {
	return slices.ContainsFunc(attack.All(), func(a attack.Attack) bool { return a.Issuer && slices.Contains(names, a.Name) })
}

func (r *round) growth() float64 { return r.attacked.resident - r.quiet.resident }

func (r *round) times() float64 {
	return float64(r.attacked.times.percentil(99)) / float64(max(r.quiet.times.percentil(99), time.Millisecond))
}

func (r *round) core() float64 { return r.attacked.core - r.quiet.core }

// missed are the targets that were.
func (r *round) missed() (all []string) {
	for what, missed := range map[string]bool{
		"memory": r.growth() > maxGrowth, "p99": r.times() > maxP99Times, "core": r.core() > maxCore,
		"refusals": r.tally.Percentile(50) > maxRejection, "honest client": 100*r.attacked.failed > len(r.attacked.times),
	} {
		if missed {
			all = append(all, what)
		}
	}
	return all
}

func (r *round) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%+.0f MiB, %+.0f later (mapped files %+.0f); honest p50 %.1f and p99 %.1f ms (quiet %.1f and %.1f)", r.growth(), r.after-r.quiet.resident, r.attacked.mapped-r.quiet.mapped,
		millis(r.attacked.times.median()), millis(r.attacked.times.percentil(99)), millis(r.quiet.times.median()), millis(r.quiet.times.percentil(99)))
	if r.attacked.failed > 0 {
		fmt.Fprintf(&b, ", refused %d of %d (%s)", r.attacked.failed, len(r.attacked.times), r.attacked.why)
	}
	fmt.Fprintf(&b, "; server %+.0f%%; %s", r.core(), r.tally)
	if len(r.tally.Times) > 0 {
		fmt.Fprintf(&b, "; refused in %.1f, p99 %.1f ms", millis(r.tally.Percentile(50)), millis(r.tally.Percentile(99)))
	}
	if missed := r.missed(); len(missed) > 0 {
		fmt.Fprintf(&b, "; missed: %s", strings.Join(missed, ", "))
	}
	return b.String()
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
