package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/attack"
)

// round is one attack on one server.
type round struct {
	quiet, attacked spell
	tally           *attack.Tally
}

// spell is a while of the honest client.
type spell struct {
	times    sample
	failed   int
	why      string  // the last of them
	resident float64 // MiB, the most that was seen, without mapped files
	core     float64 // of the server, in % of a core
}

// round starts a server, looks at it in quiet, and attacks it.
func (g *ground) round(ctx context.Context, attacks []attack.Attack) (*round, error) {
	s, err := g.serve(ctx)
	if err != nil {
		return nil, err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	h := g.newHonest(s)
	defer h.close()
	return h.beside(ctx, attacks)
}

// beside is the honest client before an attack and during it.
func (h *visitor) beside(ctx context.Context, attacks []attack.Attack) (*round, error) {
	if warm := h.look(ctx, quietFor/2); warm.failed > 0 {
		return nil, errors.New("the honest client is refused in quiet: " + warm.why)
	}
	r := &round{quiet: h.look(ctx, quietFor)}
	hostile := h.ground.bench.emisor.hostile
	hostile.Store(slices.ContainsFunc(attacks, func(a attack.Attack) bool { return a.Issuer }))
	defer hostile.Store(false)
	a, err := h.ground.begin(h.server, attacks)
	if err != nil {
		return nil, err
	}
	r.attacked = h.look(ctx, attackFor)
	r.tally, err = a.end()
	return r, err
}

func (r *round) growth() float64 { return r.attacked.resident - r.quiet.resident }

func (r *round) core() float64 { return r.attacked.core - r.quiet.core }

// missed are the targets that were.
func (r *round) missed() (all []string) {
	miss := func(what string, missed bool) {
		if missed {
			all = append(all, what)
		}
	}
	times := float64(r.attacked.times.percentil(99)) / float64(max(r.quiet.times.percentil(99), time.Millisecond))
	miss("memory", r.growth() > maxGrowth)
	miss("p99", times > maxP99Times)
	miss("core", r.core() > maxCore)
	miss("refusals", r.tally.Percentile(50) > maxRejection)
	miss(fmt.Sprintf("honest client: %d of %d%s", r.attacked.failed, len(r.attacked.times), because(r.attacked.why)), 100*r.attacked.failed > len(r.attacked.times))
	return all
}

// cells are those of a front in the table.
func (r *round) cells() []string {
	refused := "—"
	if len(r.tally.Times) > 0 {
		refused = fmt.Sprintf("%.1f", millis(r.tally.Percentile(50)))
	}
	return []string{
		fmt.Sprintf("%+.0f", r.growth()),
		fmt.Sprintf("%.1f, %.1f (%.1f, %.1f)", millis(r.attacked.times.median()), millis(r.attacked.times.percentil(99)),
			millis(r.quiet.times.median()), millis(r.quiet.times.percentil(99))),
		fmt.Sprintf("%+.0f %%", r.core()), refused,
	}
}
