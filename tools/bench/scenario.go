package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// scenario is a running server with carpetas full of real files, and a
// subscriber of each carpeta.
type scenario struct {
	*installation
	server     *server
	client     *client
	followers  []*follower
	deletables [][]deletable // by carpeta
	neighbours map[string]int
}

const connections = 32

func (b *bench) scenario(ctx context.Context, profile string, carpetas, documentos int) (*scenario, error) {
	i, err := b.install(ctx, profile)
	if err != nil {
		return nil, err
	}
	lines, err := i.sembrar(ctx, carpetas, documentos, "--archivos")
	if err != nil {
		return nil, err
	}
	s, err := i.boot(ctx)
	if err != nil {
		return nil, err
	}
	e := &scenario{installation: i, server: s, client: s.client(connections), neighbours: i.neighbours(s)}
	if err := e.followAll(ctx, lines); err != nil {
		return nil, errors.Join(err, e.close())
	}
	return e, nil
}

func (e *scenario) followAll(ctx context.Context, lines []line) error {
	for _, l := range lines {
		token, err := e.bench.emisor.token(l.CiudadanoID)
		if err != nil {
			return err
		}
		ds, err := e.client.deletables(ctx, token, l.CarpetaID)
		if err != nil {
			return err
		}
		f, err := e.server.follow(ctx, token, l.CarpetaID)
		if err != nil {
			return err
		}
		e.deletables, e.followers = append(e.deletables, ds), append(e.followers, f)
	}
	_, err := e.server.until(ctx, patience, 10*time.Millisecond, func(m metrics) bool {
		return m[subscriptions] >= float64(len(lines))
	})
	if err != nil {
		return fmt.Errorf("subscriptions: %w", err)
	}
	return nil
}

func (e *scenario) close() error {
	for _, f := range e.followers {
		f.close()
	}
	e.client.close()
	return e.server.stop()
}
