package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

const (
	idleOperadores = 100
	maxRCU         = 2.0
	untilCalm      = 100 * time.Second // 5 + 10 + 20 + 40 s, a quarter more for jitter
	idleMeasure    = 90 * time.Second
)

// medirOcioso: what a process costs that has nothing to do, with many operadores.
func measureIdle(ctx context.Context, b *bench) error {
	i, err := b.install(ctx, distributed)
	if err != nil {
		return err
	}
	if err := i.withHistory(ctx); err != nil {
		return err
	}
	s, err := i.boot(ctx)
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	if _, err := s.until(ctx, time.Minute, metricsPause, func(m metrics) bool { return m[completed] >= idleOperadores }); err != nil {
		return err
	}
	// The first reading has an answer at once: only after its pauses does it tell.
	for _, pause := range []time.Duration{untilCalm, idleMeasure} {
		before, err := s.metrics(ctx)
		if err != nil {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
		after, err := s.metrics(ctx)
		if err != nil {
			return err
		}
		if pause == idleMeasure {
			d := after.less(before)
			rcu := sum(d.perOperacion(storeUnits)) / pause.Seconds()
			b.report.note(fmt.Sprintf("idle process, %d operadores, reads of the sweeper", idleOperadores), "≤ 2 RCU/s", holdsIf(rcu > 0 && rcu <= maxRCU),
				"%.2f RCU/s, %.2f calls/s (%s in %.0f s)", rcu, sum(d.perOperacion(storeCalls))/pause.Seconds(), perEach(d.perOperacion(storeCalls), 1), pause.Seconds())
		}
	}
	return nil
}

// withHistory gives every operador one deletion, which makes it known.
func (i *installation) withHistory(ctx context.Context) error {
	store, err := dynamostore.New(ctx, dynamostore.Config{Endpoint: i.dynamodb, Prefix: i.prefix, TotalTimeout: patience, Clock: time.Now})
	if err != nil {
		return err
	}
	defer store.Close()
	for n := range idleOperadores {
		if _, _, err := fillBacklog(ctx, store, fmt.Sprintf("operador-%03d", n), 1, 0); err != nil {
			return errors.Join(fmt.Errorf("operador %d", n), err)
		}
	}
	return nil
}
