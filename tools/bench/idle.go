package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

const (
	maxRCU      = 2.0
	idleMeasure = 90 * time.Second
)

// idleRounds: the pauses grow until the operadores together are looked at three times a second, or once a minute each.
var idleRounds = []struct {
	operadores, processes int
	untilCalm             time.Duration
}{
	{100, 1, 100 * time.Second},  // 5 + 10 + 20 + 40 s, a quarter more for jitter
	{1000, 3, 400 * time.Second}, // 80 and 160 s more
}

// measureIdle: what processes cost together that have nothing to do, with many operadores.
func measureIdle(ctx context.Context, b *bench) error {
	for _, r := range idleRounds {
		if err := b.idle(ctx, r.operadores, r.processes, r.untilCalm); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) idle(ctx context.Context, operadores, processes int, untilCalm time.Duration) error {
	i, err := b.install(ctx, distributed)
	if err != nil {
		return err
	}
	if err := i.withHistory(ctx, operadores); err != nil {
		return err
	}
	var all crew
	defer func() { all.stop() }()
	for range processes {
		s, err := i.boot(ctx)
		if err != nil {
			return err
		}
		all = append(all, s)
	}
	for done := 0.0; done < float64(operadores); {
		ms, err := all.metrics(ctx)
		if err != nil {
			return err
		}
		if done = ms[completed]; pauseFor(ctx, metricsPause) != nil {
			return ctx.Err()
		}
	}
	if err := pauseFor(ctx, untilCalm); err != nil {
		return err
	}
	before, err := all.metrics(ctx)
	if err != nil {
		return err
	}
	if err := pauseFor(ctx, idleMeasure); err != nil {
		return err
	}
	after, err := all.metrics(ctx)
	if err != nil {
		return err
	}
	d := after.less(before)
	rcu := sum(d.perOperacion(storeUnits)) / idleMeasure.Seconds()
	b.report.note(fmt.Sprintf("idle, %d operadores, processes: %d; reads of the sweepers in all", operadores, processes), "≤ 2 RCU/s", holdsIf(rcu > 0 && rcu <= maxRCU),
		"%.2f RCU/s, %.2f calls/s (%s in %.0f s)", rcu, sum(d.perOperacion(storeCalls))/idleMeasure.Seconds(), perEach(d.perOperacion(storeCalls), 1), idleMeasure.Seconds())
	return nil
}

// crew are servers of one installation.
type crew []*server

func (c crew) stop() {
	for _, s := range c {
		_ = s.stop() // the figures are taken
	}
}

// metrics are those of all of them, added up.
func (c crew) metrics(ctx context.Context) (metrics, error) {
	all := metrics{}
	for _, s := range c {
		ms, err := s.metrics(ctx)
		if err != nil {
			return nil, err
		}
		for name, v := range ms {
			all[name] += v
		}
	}
	return all, nil
}

func pauseFor(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// withHistory gives every operador one deletion, which makes it known.
func (i *installation) withHistory(ctx context.Context, operadores int) error {
	store, err := dynamostore.New(ctx, dynamostore.Config{Endpoint: i.dynamodb, Prefix: i.prefix, TotalTimeout: patience, Clock: time.Now})
	if err != nil {
		return err
	}
	defer store.Close()
	for n := range operadores {
		if _, _, err := fillBacklog(ctx, store, fmt.Sprintf("operador-%04d", n), 1, 0); err != nil {
			return errors.Join(fmt.Errorf("operador %d", n), err)
		}
	}
	return nil
}
