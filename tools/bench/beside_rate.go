package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Pages at fixed moments, so many a second, whatever is still under way: a program that falls behind cannot slow the
// clock down. Each program has its turns; the first ones are a rehearsal.
const (
	rateTurn        = 2 * time.Second
	rateTurns       = 4
	rateConnections = 128
)

var besideRates = []int{200, 1000}

// pressed is what a program did in its turns.
type pressed struct {
	c      *contender
	wide   *client // with a connection for each page that is under way
	used   time.Duration
	waited sample // from the moment at which a page was due
	failed int
	why    error // the first failure
}

// besideRate compares the processor of a page, and how long it is waited for, while so many are asked for in a second.
func (b *bench) besideRate(ctx context.Context, all []*contender, token string, request []byte, rate int) error {
	ps := make([]*pressed, len(all))
	for n, c := range all {
		ps[n] = &pressed{c: c, wide: c.cl.with(rateConnections)}
		defer ps[n].wide.close()
	}
	for turn := range rateTurns {
		for n := range ps {
			if err := ps[(n+turn)%len(ps)].turn(ctx, token, request, rate, turn > 0); err != nil {
				return err
			}
		}
	}
	for _, p := range ps {
		if len(p.waited) == 0 {
			return fmt.Errorf("%s at %d/s answered nothing: %w", p.c.name, rate, p.why)
		}
		each, bare := p.used/time.Duration(len(p.waited)), ps[0].used/time.Duration(len(ps[0].waited))
		b.report.note(fmt.Sprintf("a later page of 20 at %d/s beside others, %s", rate, p.c.name), "", uncapped,
			"%s of processor, × %.2f of a bare handler; p50 %s, p99 %s; %d of %d failed",
			each.Round(time.Microsecond), ratio(each, bare), ms(p.waited.median()), ms(p.waited.percentil(99)), p.failed, p.failed+len(p.waited))
	}
	return nil
}

// turn asks for its pages, and counts them.
func (p *pressed) turn(ctx context.Context, token string, request []byte, rate int, counts bool) error {
	n := int(rateTurn.Seconds()) * rate
	waited, failures := make(sample, n), make([]error, n)
	before, err := cpu(p.c.pid)
	if err != nil {
		return err
	}
	var group sync.WaitGroup
	start := time.Now()
	for i := range n {
		due := start.Add(rateTurn * time.Duration(i) / time.Duration(n))
		time.Sleep(time.Until(due))
		group.Go(func() {
			_, _, failures[i] = p.wide.raw(ctx, token, request)
			waited[i] = time.Since(due)
		})
	}
	group.Wait()
	after, err := cpu(p.c.pid)
	if !counts {
		return err
	}
	p.used += after - before
	for i, failure := range failures {
		if failure == nil {
			p.waited = append(p.waited, waited[i])
			continue
		}
		p.failed++
		if p.why == nil {
			p.why = failure
		}
	}
	return errors.Join(err, ctx.Err())
}
