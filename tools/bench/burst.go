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
	connections  = 32
	minPerSecond = 200.0
	undoWindow   = 10 * time.Second       // as the application asks for
	metricsPause = 100 * time.Millisecond // seldom: the answer costs the server a few calls
)

// measureBurst: many deletions with real files, asked for as fast as 32
// connections allow; at once, and with a window to undo them.
func measureBurst(ctx context.Context, b *bench) error {
	for _, profile := range []string{distributed, embedded} {
		for _, r := range []struct {
			carpetas int
			window   time.Duration
		}{{8, 0}, {1, 0}, {8, undoWindow}} {
			if err := b.burstOf(ctx, profile, r.carpetas, r.window); err != nil {
				return fmt.Errorf("%s, %d carpetas, window %s: %w", profile, r.carpetas, r.window, err)
			}
		}
	}
	return nil
}

func (b *bench) burstOf(ctx context.Context, profile string, carpetas int, window time.Duration) error {
	i, err := b.install(ctx, profile)
	if err != nil {
		return err
	}
	lines, err := i.sembrar(ctx, carpetas, burst*13/10/carpetas+20, "--archivos")
	if err != nil {
		return err
	}
	s, err := i.boot(ctx)
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	cl, neighbours := s.client(connections), i.neighbours(s)
	defer cl.close()
	var deletables [][]deletable
	for _, l := range lines {
		token, err := b.emisor.token(l.CiudadanoID)
		if err != nil {
			return err
		}
		ds, err := cl.deletables(ctx, token, l.CarpetaID)
		if err != nil {
			return err
		}
		deletables = append(deletables, ds)
	}
	ds := distribute(deletables, burst)
	if len(ds) < burst {
		return fmt.Errorf("only %d documents can be deleted", len(ds))
	}
	before, err := s.metrics(ctx)
	if err != nil {
		return err
	}
	cpuBefore, since := measureCPU(neighbours), time.Now()
	if err := cl.deleteAll(ctx, ds, window); err != nil {
		return err
	}
	accepted := time.Since(since)
	after, err := s.until(ctx, 3*time.Minute, metricsPause, func(m metrics) bool { return m[completed]-before[completed] >= burst })
	total, cpuAfter := time.Since(since), measureCPU(neighbours)
	if err != nil {
		return fmt.Errorf("%.0f of %d deletions completed: %w", after[completed]-before[completed], burst, err)
	}
	rate, v, bound, name := burst/(total-window).Seconds(), uncapped, "", fmt.Sprintf("burst of %d over %d carpetas", burst, carpetas)
	if window > 0 { // the first is due when its window ends
		name += fmt.Sprintf(", window of %s", window)
	}
	if profile == distributed {
		v, bound = holdsIf(rate >= minPerSecond), "≥ 200/s"
	}
	d := after.less(before)
	b.report.note(name+", "+profile, bound, v,
		"%.0f/s (%.1f s; accepted in %.1f s; %.0f swept; %.1f store calls each; %s)",
		rate, total.Seconds(), accepted.Seconds(), d[swept], sum(d.perOperacion(storeCalls))/burst, cpuAfter.usage(cpuBefore, burst, total))
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

func (c *client) deleteAll(ctx context.Context, ds []deletable, window time.Duration) error {
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
				errs[n] = c.erase(ctx, ds[i], window)
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}
