package main

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	openings     = 2000
	openersEach  = 32
	minOpenSpeed = 500.0 // carpetas/s
)

const openMutation = `mutation($c: String!) { abrirCarpeta(input: {ciudadanoId: $c}) { carpeta { carpetaId nueva } errores { ... on ErrorDeUsuario { codigo } } } }`

// opening: an operador opens the carpetas of new citizens, through the API.
func (b *bench) opening(ctx context.Context, profile string) error {
	v, err := b.visit(ctx, profile, nil, "CARPETA_RATE_PER_SECOND=0")
	if err != nil {
		return err
	}
	defer v.close() //nolint:errcheck // the figures are taken
	token, err := b.emisor.withRol("bench", "operador", "op-bench")
	if err != nil {
		return err
	}
	neighbours := v.neighbours(v.server)
	before, since := measureCPU(neighbours), time.Now()
	if err := v.server.openMany(ctx, token); err != nil {
		return err
	}
	took := time.Since(since)
	speed, holds, budget := openings/took.Seconds(), uncapped, ""
	if profile == embedded {
		holds, budget = holdsIf(speed >= minOpenSpeed), "≥ 500/s"
	}
	b.report.note("carpetas opened through the API, "+profile, budget, holds, "%.0f/s; %s", speed, measureCPU(neighbours).usage(before, openings, took))
	return nil
}

// openMany opens carpetas, so many at a time. Each must be new.
func (s *server) openMany(ctx context.Context, token string) error {
	c := s.client(openersEach)
	defer c.close()
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(openersEach)
	for n := range openings {
		g.Go(func() error {
			var data struct {
				AbrirCarpeta struct{ Carpeta struct{ Nueva bool } }
			}
			err := c.do(ctx, token, openMutation, map[string]any{"c": fmt.Sprint("citizen-", n)}, &data)
			if err == nil && !data.AbrirCarpeta.Carpeta.Nueva {
				err = fmt.Errorf("citizen %d had a carpeta already", n)
			}
			return err
		})
	}
	return g.Wait()
}
