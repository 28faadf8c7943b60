package main

import (
	"context"
	"fmt"
)

// onEach measures the same on both profiles.
func onEach(of func(b *bench, ctx context.Context, profile string) error) func(context.Context, *bench) error {
	return func(ctx context.Context, b *bench) error {
		for _, profile := range profiles {
			if err := of(b, ctx, profile); err != nil {
				return fmt.Errorf("%s: %w", profile, err)
			}
		}
		return nil
	}
}

// owner is a citizen with a carpeta.
type owner struct {
	line

	token string
}

// visit is a server, owners of carpetas in it, and a client of theirs with one connection.
type visit struct {
	*installation

	server *server
	client *client
	owners []owner
}

// visit starts a server with these settings. Each owner has so many documents.
func (b *bench) visit(ctx context.Context, profile string, documentos []int, env ...string) (*visit, error) {
	i, err := b.install(ctx, profile)
	if err != nil {
		return nil, err
	}
	v := &visit{installation: i.with(env...)}
	for _, n := range documentos {
		o, err := v.owner(ctx, n)
		if err != nil {
			return nil, err
		}
		v.owners = append(v.owners, o)
	}
	if v.server, err = v.boot(ctx); err != nil {
		return nil, err
	}
	v.client = v.server.client(1)
	return v, nil
}

func (v *visit) owner(ctx context.Context, documentos int) (owner, error) {
	lines, err := v.sembrar(ctx, 1, documentos)
	if err != nil {
		return owner{}, err
	}
	token, err := v.bench.emisor.token(lines[0].CiudadanoID)
	return owner{lines[0], token}, err
}

func (v *visit) close() error {
	v.client.close()
	return v.server.stop()
}
