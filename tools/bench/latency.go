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
	perSecond   = 10
	secondsOpen = 25
	maxMedian   = 50 * time.Millisecond
	maxP95      = 250 * time.Millisecond
)

// measureLatency: from the request of deleteDocumento to COMPLETADA at a
// subscriber over WebSocket, with real files.
func measureLatency(ctx context.Context, b *bench) error {
	for _, profile := range []string{distributed, embedded} {
		if err := b.latencyOf(ctx, profile); err != nil {
			return fmt.Errorf("%s: %w", profile, err)
		}
	}
	return nil
}

func (b *bench) latencyOf(ctx context.Context, profile string) error {
	const n = perSecond * secondsOpen
	e, err := b.scenario(ctx, profile, 1, (warmUp+n)*3/2)
	if err != nil {
		return err
	}
	defer e.close() //nolint:errcheck // the figures are taken
	ds := e.deletables[0]
	if len(ds) < warmUp+n {
		return fmt.Errorf("only %d documents can be deleted", len(ds))
	}
	if _, err := e.atRate(ctx, ds[:warmUp]); err != nil {
		return err
	}
	before, since := measureCPU(e.neighbours), time.Now()
	times, err := e.atRate(ctx, ds[warmUp:warmUp+n])
	if err != nil {
		return err
	}
	verdict, budget := uncapped, ""
	if profile == distributed {
		verdict, budget = holdsIf(times.median() <= maxMedian && times.percentil(95) <= maxP95), "p50 ≤ 50 ms, p95 ≤ 250 ms"
	}
	b.report.note("deletion to COMPLETADA, 10/s, "+profile, budget, verdict, "%s; %s", times, measureCPU(e.neighbours).usage(before, n, time.Since(since)))
	return nil
}

// atRate asks at fixed moments whatever is still under way, and counts from
// those moments: a server that falls behind cannot slow the clock down.
func (e *scenario) atRate(ctx context.Context, ds []deletable) (sample, error) {
	asked, errs := make([]time.Time, len(ds)), make([]error, len(ds))
	var group sync.WaitGroup
	start := time.Now()
	for i, d := range ds {
		asked[i] = start.Add(time.Duration(i) * time.Second / perSecond)
		time.Sleep(time.Until(asked[i]))
		group.Go(func() { errs[i] = e.client.erase(ctx, d, 0) })
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	seen, err := e.followers[0].seen(ctx, ds)
	times := make(sample, len(seen))
	for i, at := range seen {
		times[i] = at.Sub(asked[i])
	}
	return times, err
}
