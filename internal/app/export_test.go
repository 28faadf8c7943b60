package app

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app/metrics"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// Origins are the origins of a configuration's own pages and of those it allows.
var Origins = origins

// Absence is what /readyz answers, whatever the parts say.
func Absence(a *App) string { return string(a.absence()) }

// Demo prepares the demo carpeta; it returns what the page gets.
func Demo(ctx context.Context, a *App) (settings func() site.Settings, err error) {
	a.http.demo, err = a.prepareDemo(ctx)
	return func() site.Settings { return a.settings(nil) }, err
}

// Verify is what the server says about a token.
func Verify(ctx context.Context, a *App, token string) error {
	_, err := a.p.verifier.Verify(ctx, token)
	return err
}

// WaitForSiblings lets reads wait longer for others of their batch than a busy machine lets a goroutine wait.
func WaitForSiblings(a *App) { a.http.resolver.Siblings = 100 * time.Millisecond }

// Trail opens a data folder as a server does, has the trail told what was done to the installation, and reads all of it.
func Trail(ctx context.Context, c config.Config) (es []auditoria.Evento, err error) {
	a, err := New(ctx, c, NewLog(c, io.Discard))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	if err := errors.Join(a.Bootstrap(ctx), a.tellKeys(ctx), a.tellNotes(ctx)); err != nil {
		return nil, err
	}
	ids, err := a.p.store.OperadoresConEventos(ctx)
	for _, id := range ids {
		of, err := a.p.store.Eventos(ctx, auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: id}, Limite: 1000})
		if err != nil {
			return nil, err
		}
		es = append(es, of...)
	}
	return es, err
}

// AskStores asks DynamoDB and S3 whether they are ready, as a server of the configuration does.
func AskStores(ctx context.Context, c config.Config) (dynamo, s3 error) {
	a := &App{cfg: c, log: NewLog(c, io.Discard), clock: time.Now, metrics: metrics.New()}
	defer func() { _ = a.Close() }() // what was asked counts
	if err := errors.Join(a.openDynamo(ctx), a.openS3(ctx)); err != nil {
		return err, err
	}
	return a.p.ready(ctx), a.p.objetos.Ready(ctx)
}
