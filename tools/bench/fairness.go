package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

const (
	backlogged  = 100_000
	maxSmall    = 2 * time.Second
	minJain     = 0.99
	evenBacklog = 6000 // per operador
	dispatched  = `carpeta_outbox_dispatched_total{operador="%s"}`
)

// medirEquidad: what one operador's backlog costs the others, and how the work is
// divided among operadores that all have more than they get.
func measureFairness(ctx context.Context, b *bench) error {
	if err := b.smallBeforeBig(ctx); err != nil {
		return fmt.Errorf("singles: %w", err)
	}
	for _, pesos := range []map[string]int{nil, {"op0": 2}} {
		if err := b.parts(ctx, pesos); err != nil {
			return fmt.Errorf("shares: %w", err)
		}
	}
	return nil
}

// withBacklog is an embedded installation whose store was written beforehand.
func (b *bench) withBacklog(ctx context.Context, write func(store) error) (*installation, error) {
	i, err := b.install(ctx, embedded)
	if err != nil {
		return nil, err
	}
	if _, _, err := i.sembrar(ctx, 1, 1); err != nil { // it makes the data folder
		return nil, err
	}
	store, err := boltstore.Open(boltstore.Config{Dir: filepath.Join(i.dir, "datos")})
	if err != nil {
		return nil, err
	}
	return i, errors.Join(write(store), store.Close())
}

// chicosAnteGrande: one operador has 100,000 deletions pending, four others ask for
// one each while it is being worked on.
func (b *bench) smallBeforeBig(ctx context.Context) error {
	var smallOnes []deletable
	i, err := b.withBacklog(ctx, func(a store) error {
		if _, _, err := fillBacklog(ctx, a, "grande", backlogged, 0); err != nil {
			return err
		}
		for n := range 4 {
			k, ds, err := fillBacklog(ctx, a, fmt.Sprintf("chico%d", n), 0, 1)
			if err != nil {
				return err
			}
			dueno, err := b.emisor.token(k.CiudadanoID)
			if err != nil {
				return err
			}
			smallOnes = append(smallOnes, deletable{id: ds[0].ID(), documentoID: ds[0].DocumentoID, token: dueno})
		}
		return nil
	})
	if err != nil {
		return err
	}
	s, err := i.boot(ctx)
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	if _, err := s.until(ctx, time.Minute, metricsPause, func(m metrics) bool { return m[completed] >= 1000 }); err != nil {
		return err
	}
	cl := s.client(8)
	defer cl.close()
	before, err := s.metrics(ctx)
	if err != nil {
		return err
	}
	since := time.Now()
	times, errs := make(sample, len(smallOnes)), make([]error, len(smallOnes))
	var group sync.WaitGroup
	for n, d := range smallOnes {
		group.Go(func() { times[n], errs[n] = cl.deleteToTheEnd(ctx, d) })
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	after, err := s.metrics(ctx)
	if err != nil {
		return err
	}
	done := after[completed] - before[completed]
	b.report.note(fmt.Sprintf("four single deletions beside %d of another operador, embedded", backlogged), "≤ 2 s", holdsIf(times.percentil(100) <= maxSmall),
		"the last after %.0f ms (%.0f of the other's completed since the start, %.0f beside them, %.0f/s)",
		millis(times.percentil(100)), after[completed], done, done/time.Since(since).Seconds())
	return nil
}

const estadoQuery = `query($e: ID!) { eliminacion(eventoId: $e) { estado } }`

// deleteToTheEnd asks for a deletion, and then for its state until it is COMPLETADA.
func (c *client) deleteToTheEnd(ctx context.Context, d deletable) (time.Duration, error) {
	since := time.Now()
	var asked struct {
		DeleteDocumento struct{ Eliminacion struct{ EventoID string } }
	}
	if err := c.do(ctx, d.token, mutationDelete, map[string]any{"d": d.id}, &asked); err != nil {
		return 0, err
	}
	for time.Since(since) < patience {
		var r struct{ Eliminacion struct{ Estado string } }
		if err := c.do(ctx, d.token, estadoQuery, map[string]any{"e": asked.DeleteDocumento.Eliminacion.EventoID}, &r); err != nil {
			return 0, err
		}
		if r.Eliminacion.Estado == "COMPLETADA" {
			return time.Since(since), nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	return 0, errors.New("a single deletion did not complete")
}

// parts measures how five operadores with equal backlogs share the work.
func (b *bench) parts(ctx context.Context, pesos map[string]int) error {
	const howMany = 5
	i, err := b.withBacklog(ctx, func(a store) error {
		for n := range howMany {
			if _, _, err := fillBacklog(ctx, a, fmt.Sprintf("op%d", n), evenBacklog, 0); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for o, p := range pesos {
		i = i.with(fmt.Sprintf("CARPETA_PESOS=%s=%d", o, p))
	}
	s, err := i.boot(ctx)
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	before, err := s.until(ctx, time.Minute, metricsPause, func(m metrics) bool { return m[completed] >= 1000 })
	if err != nil {
		return err
	}
	// Until a fifth of the work is left: everybody has some.
	after, err := s.until(ctx, time.Minute, metricsPause, func(m metrics) bool {
		return m[completed]-before[completed] >= evenBacklog*howMany*2/5
	})
	if err != nil {
		return err
	}
	var parts []float64
	for n := range howMany {
		k := fmt.Sprintf(dispatched, fmt.Sprintf("op%d", n))
		parts = append(parts, (after[k]-before[k])/float64(max(pesos[fmt.Sprintf("op%d", n)], 1)))
	}
	j, what := jain(parts), "equal weights"
	if len(pesos) > 0 {
		what = "one of double weight, by weight"
	}
	b.report.note("Jain index of five operadores with a backlog, "+what, "≥ 0.99", holdsIf(j >= minJain), "%.4f (messages dispatched by weight: %.0f)", j, parts)
	return nil
}

// jain is Jain's fairness index: 1 if all are equal, 1/n if one has everything.
func jain(xs []float64) float64 {
	var sum, squares float64
	for _, x := range xs {
		sum += x
		squares += x * x
	}
	if squares == 0 {
		return 0
	}
	return sum * sum / (float64(len(xs)) * squares)
}
