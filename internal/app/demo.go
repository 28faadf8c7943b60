package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The demo carpeta: always the same one, so that a second start finds it.
const (
	demoNumber     = 2026
	documentosDemo = 60
	demoValidity   = 12 * time.Hour
)

var operadorDemo = []string{"operador-demo"}

// demo holds the data for the visitor of the demo carpeta.
type demo struct {
	carpeta carpeta.Carpeta
	issue   func() (string, error) // a token of now: a demo may run for days
}

// prepareDemo writes the demo carpeta, with files, unless it is there.
func (a *App) prepareDemo(ctx context.Context) (*demo, error) {
	if err := a.Bootstrap(ctx); err != nil {
		return nil, err
	}
	c := semilla.NewCarpeta(semilla.NewRand(demoNumber), operadorDemo)
	_, err := a.p.store.Carpeta(ctx, c.CarpetaID)
	if errors.Is(err, fault.NotFound) {
		config := semilla.Config{Carpetas: 1, Documentos: documentosDemo, Rand: semilla.NewRand(demoNumber), Operadores: operadorDemo}
		err = semilla.Sembrar(byConsole(ctx), a.p.store, a.p.objetos, config, func(semilla.Line) {})
	}
	if err != nil {
		return nil, fmt.Errorf("demo data: %w", err)
	}
	issue := func() (string, error) { return a.p.emisor.Issue(c.CiudadanoID, auth.Ciudadano, "", demoValidity) }
	return &demo{c, issue}, nil
}

// show prints how to begin.
func (d *demo) show(w io.Writer, api, admin string) {
	token, err := d.issue()
	if err != nil {
		token = "(" + err.Error() + ")"
	}
	fmt.Fprintf(w, `
  Carpeta Ciudadana

  Explorer   %[1]s/
  GraphQL    %[1]s/graphql
  Health     %[2]s/readyz?verbose
  Metrics    %[2]s/metrics

  Carpeta    %[3]s
  Token      %[4]s

  curl -s %[1]s/graphql -H 'Content-Type: application/json' \
    -H 'Authorization: Bearer %[4]s' \
    -d '{"query":"{ miCarpeta { totalDocumentosAproximado documentos(first: 7) { nodes { titulo } pageInfo { hasNextPage endCursor } } } }"}'

`, api, admin, d.carpeta.CarpetaID, token)
}
