package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const (
	burst        = 1200
	minPerSecond = 200.0
)

// medirRafaga: many deletions with real files, asked for as fast as 32
// connections allow.
func measureBurst(ctx context.Context, b *bench) error {
	for _, r := range []struct {
		profile  string
		carpetas int
		capped   bool
	}{{distributed, 8, true}, {distributed, 1, true}, {embedded, 8, false}, {embedded, 1, false}} {
		for _, w := range ways {
			if err := b.burstOf(ctx, r.profile, w, r.carpetas, r.capped); err != nil {
				return fmt.Errorf("%s, %d carpetas, %s: %w", r.profile, r.carpetas, w.name, err)
			}
		}
	}
	return nil
}

func (b *bench) burstOf(ctx context.Context, profile string, w way, carpetas int, capped bool) error {
	e, err := b.scenario(ctx, profile, w, carpetas, burst*13/10/carpetas+20)
	if err != nil {
		return err
	}
	defer e.close() //nolint:errcheck // the figures are taken
	ds := distribute(e.deletables, burst)
	if len(ds) < burst {
		return fmt.Errorf("only %d documents can be deleted", len(ds))
	}
	before, err := e.server.metrics(ctx)
	if err != nil {
		return err
	}
	cpuBefore, since := measureCPU(e.neighbours), time.Now()
	if err := e.deleteAll(ctx, ds); err != nil {
		return err
	}
	accepted := time.Since(since)
	end, after, seen, err := e.awaitEnd(ctx, before)
	cpuAfter := measureCPU(e.neighbours)
	if err != nil {
		return err
	}
	total := end.Sub(since)
	rate, v, bound := burst/total.Seconds(), uncapped, ""
	if capped {
		v, bound = holdsIf(rate >= minPerSecond), "≥ 200/s"
	}
	d := after.less(before)
	b.report.note(fmt.Sprintf("burst of %d over %d carpetas, %s, %s", burst, carpetas, profile, w.name), bound, v,
		"%.0f/s (%.1f s; accepted in %.1f s; subscribers saw %d, %.0f too slow; %.0f swept; %.1f store calls each; %s)",
		rate, total.Seconds(), accepted.Seconds(), seen, d[slow], d[swept], sum(d.perOperacion(storeCalls))/burst, cpuAfter.usage(cpuBefore, burst, total))
	return nil
}

// distribute takes the carpetas in turn, as citizens come.
func distribute(perCarpeta [][]deletable, n int) []deletable {
	var ds []deletable
	for fila, left := 0, true; left && len(ds) < n; fila++ {
		left = false
		for _, c := range perCarpeta {
			if fila < len(c) && len(ds) < n {
				ds, left = append(ds, c[fila]), true
			}
		}
	}
	return ds
}

func (e *scenario) deleteAll(ctx context.Context, ds []deletable) error {
	var next atomic.Int64
	errs := make([]error, connections)
	var group sync.WaitGroup
	for n := range connections {
		group.Go(func() {
			for errs[n] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(ds) {
					return
				}
				errs[n] = e.client.erase(ctx, ds[i])
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// awaitEnd returns when the last COMPLETADA reached its subscriber; if a
// subscriber was cut off, about when the server counted the last one. It asks
// seldom: the answer costs the server a few calls.
func (e *scenario) awaitEnd(ctx context.Context, before metrics) (end time.Time, after metrics, seen int, err error) {
	after, err = e.server.until(ctx, 3*time.Minute, metricsPause, func(m metrics) bool {
		n, _ := e.seen()
		return n == burst || m[completed]-before[completed] >= burst
	})
	end = time.Now()
	if err != nil {
		return end, after, 0, fmt.Errorf("%.0f of %d deletions completed: %w", after[completed]-before[completed], burst, err)
	}
	// The last events may be on their way yet, unless somebody was cut off.
	for limit := end.Add(time.Second); after[slow] == before[slow] && time.Now().Before(limit); time.Sleep(poll) {
		if n, last := e.seen(); n == burst {
			return last, after, n, nil
		}
	}
	seen, _ = e.seen()
	return end, after, seen, nil
}

const metricsPause = 250 * time.Millisecond

func (e *scenario) seen() (n int, last time.Time) {
	for _, f := range e.followers {
		k, at := f.count()
		if n += k; at.After(last) {
			last = at
		}
	}
	return n, last
}
