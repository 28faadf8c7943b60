package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/server/seals"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// Origins are the origins of a configuration's own pages and of those it allows.
var Origins = origins

// Seals serves whom a domain trusts, and what it seals.
func Seals(d *Domain) http.Handler { return seals.New(d.Sellador, d.trust, d.jwks, d.list, d.clock) }

// Server is a domain behind its addresses.
type Server struct {
	d *Domain
	e edge
}

// NewServer makes one whose reads wait longer for others of their batch than a busy machine lets a goroutine wait.
func NewServer(d *Domain, trusted []string) (Server, error) {
	e, err := newEdge(d, Options{Trusted: trusted})
	if err == nil {
		e.resolver.Siblings = 100 * time.Millisecond
	}
	return Server{d, e}, err
}

// Serve is what Domain.Serve does with the server.
func (s Server) Serve(ctx context.Context, onReady func(api, admin string)) error {
	return s.d.serve(ctx, s.e, Options{OnReady: onReady})
}

// Absence is what /readyz answers, whatever the parts say.
func (s Server) Absence() string { return string(s.e.absence.Load().(site.Absence)) }

// Trail opens a data folder as a server does, has the trail told what was done to the installation, and reads all of it.
func Trail(ctx context.Context, c config.Config) (es []auditoria.Evento, err error) {
	d, err := Open(ctx, c, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := errors.Join(d.Bootstrap(ctx), d.Household.TellKeys(ctx), d.Household.TellNotes(ctx)); err != nil {
		return nil, err
	}
	ids, err := d.Store.OperadoresConEventos(ctx)
	for _, id := range ids {
		of, err := d.Store.Eventos(ctx, auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: id}, Limite: 1000})
		if err != nil {
			return nil, err
		}
		es = append(es, of...)
	}
	return es, err
}

// AskStores asks DynamoDB and S3 whether they are ready, as a server of the configuration does.
func AskStores(ctx context.Context, c config.Config) (dynamo, s3 error) {
	p, err := newProcess(c, slog.New(slog.DiscardHandler))
	if err != nil {
		return err, err
	}
	store, err := openDynamo(ctx, p, nil)
	if err != nil {
		return err, err
	}
	defer store.Close()
	objetos, err := openS3(ctx, p)
	if err != nil {
		return err, err
	}
	return store.Ready(ctx), objetos.Ready(ctx)
}
