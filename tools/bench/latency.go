package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	warmUp      = 10
	atRest      = 100 // deletions, one after the other
	perSecond   = 10
	secondsOpen = 25
	maxMedian   = 50 * time.Millisecond
	maxP95      = 250 * time.Millisecond
)

// medirLatencia: from the request of deleteDocumento to COMPLETADA at a
// subscriber over WebSocket, with real files.
func measureLatency(ctx context.Context, b *bench) error {
	for _, profile := range []string{distributed, embedded} {
		for _, w := range ways {
			if err := b.latencyOf(ctx, profile, w); err != nil {
				return fmt.Errorf("%s, %s: %w", profile, w.name, err)
			}
		}
	}
	return nil
}

func (b *bench) latencyOf(ctx context.Context, profile string, w way) error {
	e, err := b.scenario(ctx, profile, w, 1, (warmUp+atRest+perSecond*secondsOpen)*3/2)
	if err != nil {
		return err
	}
	defer e.close() //nolint:errcheck // the figures are taken
	ds := e.deletables[0]
	if len(ds) < warmUp+atRest+perSecond*secondsOpen {
		return fmt.Errorf("only %d documents can be deleted", len(ds))
	}
	if _, err := e.oneByOne(ctx, ds[:warmUp]); err != nil {
		return err
	}
	ds = ds[warmUp:]
	rest, err := e.oneByOne(ctx, ds[:atRest])
	if err != nil {
		return err
	}
	vRest, v50, v95 := uncapped, "", ""
	if profile == distributed {
		vRest, v50, v95 = holdsIf(rest.median() <= maxMedian), "p50 ≤ 50 ms", "p50 ≤ 50 ms, p95 ≤ 250 ms"
	}
	b.report.note("deletion to COMPLETADA, idle, "+profile+", "+w.name, v50, vRest, "%s", rest)
	before, since := measureCPU(e.neighbours), time.Now()
	opened, err := e.atRate(ctx, ds[atRest:atRest+perSecond*secondsOpen], time.Second/perSecond)
	if err != nil {
		return err
	}
	vOpen := uncapped
	if profile == distributed {
		vOpen = holdsIf(opened.median() <= maxMedian && opened.percentil(95) <= maxP95)
	}
	b.report.note("deletion to COMPLETADA, 10/s, "+profile+", "+w.name, v95, vOpen, "%s; %s", opened, measureCPU(e.neighbours).usage(before, len(opened), time.Since(since)))
	return nil
}

// oneByOne waits for each deletion before it asks for the next.
func (e *scenario) oneByOne(ctx context.Context, ds []deletable) (sample, error) {
	var m sample
	for _, d := range ds {
		since := time.Now()
		until, err := e.deleteAndWatch(ctx, d)
		if err != nil {
			return nil, err
		}
		m = append(m, until.Sub(since))
	}
	return m, nil
}

// atRate asks at fixed moments whatever is still under way, and counts from
// those moments: a server that falls behind cannot slow the clock down.
func (e *scenario) atRate(ctx context.Context, ds []deletable, each time.Duration) (sample, error) {
	m, errs := make(sample, len(ds)), make([]error, len(ds))
	var group sync.WaitGroup
	start := time.Now()
	for i, d := range ds {
		since := start.Add(time.Duration(i) * each)
		time.Sleep(time.Until(since))
		group.Go(func() {
			until, err := e.deleteAndWatch(ctx, d)
			m[i], errs[i] = until.Sub(since), err
		})
	}
	group.Wait()
	return m, errors.Join(errs...)
}

func (e *scenario) deleteAndWatch(ctx context.Context, d deletable) (time.Time, error) {
	ctx, release := context.WithTimeout(ctx, patience)
	defer release()
	if err := e.client.erase(ctx, d); err != nil {
		return time.Time{}, err
	}
	return e.followers[0].seen(ctx, d.documentoID)
}
