package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	honest       = 200 // requests a second of the honest client
	look         = 5 * time.Second
	assaults     = 5 // rounds of each attack: quiet, then attacked
	maxRejection = 50 * time.Millisecond
	maxGrowth    = 50 // MiB
	maxP99Times  = 2
	attackers    = 2    // clients that attack at once, one request after the other, without a pause
	muteSockets  = 1000 // sockets that say nothing
)

// medirAtaques: each attack by itself, beside an honest client, on a server with
// its settings as they come. Attackers have tokens of their own, new ones in each
// round, so that the budgets are whole when it begins.
func measureAttacks(ctx context.Context, b *bench) error {
	all := slices.Concat(requestAttacks(), socketAttacks())
	a, err := newAttack(ctx, b, assaults*len(all))
	if err != nil {
		return err
	}
	defer a.close()
	quiet, err := a.together(ctx, nothing)
	if err != nil {
		return err
	}
	b.report.note("honest client, 200/s, nobody else", "", uncapped, "%s; the process has %.0f MiB and takes %.0f%% of a core",
		quiet.honest, quiet.resident, quiet.core)
	for _, c := range all {
		if err := a.measure(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// attack is something that must be refused.
type attack struct {
	name string
	wait []string // what counts as refused: codes of errors, or how a connection ended
	do   func(context.Context, *attacked, attacker) (rejections, error)
}

// attacker is somebody with a carpeta of its own.
type attacker struct{ token, carpetaID string }

// rejections are the times of refusals, and what refused how often.
type rejections struct {
	times   sample
	howMany map[string]int
}

func (r *rejections) note(what string, d time.Duration) { r.several(what, 1, d) }

func (r *rejections) several(what string, n int, d time.Duration) {
	if r.howMany == nil {
		r.howMany = map[string]int{}
	}
	r.howMany[what] += n
	r.times = append(r.times, slices.Repeat(sample{d}, n)...)
}

func (r *rejections) add(others rejections) {
	for what, n := range others.howMany {
		r.several(what, n, 0)
	}
	r.times = append(r.times[:len(r.times)-len(others.times)], others.times...)
}

func (r *rejections) String() string {
	var parts []string
	for what, n := range r.howMany {
		parts = append(parts, fmt.Sprintf("%s %d", what, n))
	}
	slices.Sort(parts)
	return fmt.Sprintf("%s; p50 %.1f, p99 %.1f ms", strings.Join(parts, ", "), millis(r.times.median()), millis(r.times.percentil(99)))
}

// nothing is no attack.
func nothing(ctx context.Context) (rejections, error) {
	<-ctx.Done()
	return rejections{}, nil
}

// spell is a while of the honest client, and of whatever else there was.
type spell struct {
	honest     sample
	rejections rejections
	resident   float64 // MiB, the most that was seen
	core       float64 // of the server, in % of a core
}

// together looks at the server while the honest client works and somebody attacks.
func (a *attacked) together(ctx context.Context, attack func(context.Context) (rejections, error)) (r spell, err error) {
	timeout, release := context.WithTimeout(ctx, look)
	defer release()
	var errAttack error
	var group sync.WaitGroup
	before, since := a.cpu(), time.Now()
	group.Go(func() { r.rejections, errAttack = attack(timeout) })
	group.Go(func() {
		for timeout.Err() == nil {
			r.resident = max(r.resident, a.resident())
			time.Sleep(20 * time.Millisecond)
		}
	})
	r.honest, err = a.honest(ctx, look)
	r.core = 100 * float64(a.cpu()-before) / float64(time.Since(since))
	release()
	group.Wait()
	return r, errors.Join(err, errAttack)
}

// measure attacks in rounds. The quiet value is taken just before each: the work of others
// on the machine disturbs both.
func (a *attacked) measure(ctx context.Context, c attack) error {
	var all rejections
	var times, p99s, grows, spent []float64
	for range assaults {
		quiet, err := a.together(ctx, nothing)
		if err != nil {
			return err
		}
		quien, err := a.fresh()
		if err != nil {
			return err
		}
		r, err := a.together(ctx, func(ctx context.Context) (rejections, error) { return c.do(ctx, a, quien) })
		if err != nil {
			return err
		}
		all.add(r.rejections)
		p99s = append(p99s, millis(r.honest.percentil(99)))
		times = append(times, float64(r.honest.percentil(99))/float64(quiet.honest.percentil(99)))
		grows, spent = append(grows, r.resident-quiet.resident), append(spent, r.core-quiet.core)
	}
	for what := range all.howMany {
		if !slices.Contains(c.wait, what) {
			return fmt.Errorf("%q is no refusal of this attack (wanted %v): %s", what, c.wait, &all)
		}
	}
	slices.Sort(times)
	holds := all.times.median() <= maxRejection && slices.Max(grows) <= maxGrowth && times[assaults/2] <= maxP99Times
	slices.Sort(p99s)
	a.bench.report.note("attack: "+c.name, "≤ 50 ms, +50 MiB, p99 ≤ 2×", holdsIf(holds),
		"%s; memory %+.0f MiB; honest p99 %.1f ms, %.1f× (rounds %.1f to %.1f); server %+.0f%% of a core",
		&all, slices.Max(grows), p99s[assaults/2], times[assaults/2], times[0], times[assaults-1], slices.Max(spent))
	return nil
}

const honestQuery = `query($c: ID!) { carpeta(id: $c) { documentos(first: 20) { nodes { id titulo estadoDocumento } pageInfo { hasNextPage endCursor } } } }`

// honest asks for a page at fixed moments, whatever is still under way.
func (a *attacked) honest(ctx context.Context, d time.Duration) (sample, error) {
	n := int(d.Seconds() * honest)
	m, errs := make(sample, n), make([]error, n)
	request := body(honestQuery, map[string]any{"c": a.carpetaID})
	var group sync.WaitGroup
	start := time.Now()
	for i := range n {
		due := start.Add(time.Duration(i) * time.Second / honest)
		time.Sleep(time.Until(due))
		group.Go(func() {
			_, _, errs[i] = a.good.raw(ctx, a.dueno, request)
			m[i] = time.Since(due)
		})
	}
	group.Wait()
	return m, errors.Join(errs...)
}
