package app

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
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
	emisor  *auth.Emisor
}

// visitorRoles are whom a visitor may act as, the citizen of the demo carpeta first. An auditor or an
// administrador would reach all that lies in the data folder, not the demo alone.
var visitorRoles = []auth.Role{auth.Ciudadano, auth.Operador, auth.Entidad}

// issue makes a token of now: a demo may run for days.
func (d *demo) issue(as auth.Role) (string, error) {
	sub, of := subDemo(as), ""
	switch as {
	case auth.Ciudadano:
		sub = d.carpeta.CiudadanoID
	case auth.Operador:
		of = d.carpeta.OperadorID
	case auth.Entidad:
		of = entidadDemo
	}
	return d.emisor.Issue(sub, as, of, demoValidity)
}

// subDemo is who works in a role for the demo.
func subDemo(as auth.Role) string { return string(as) + "-demo" }

// settings are what the explorer page gets of the demo. Without a token the page asks for it.
func (d *demo) settings(s site.Settings) site.Settings {
	s.CarpetaID = d.carpeta.CarpetaID
	for _, as := range visitorRoles {
		token, err := d.issue(as)
		if err != nil {
			return s
		}
		s.Visitors = append(s.Visitors, site.Visitor{Role: string(as), Token: token})
	}
	s.Token = s.Visitors[0].Token
	return s
}

// prepareDemo writes the demo carpeta, with files, unless it is there.
func (a *App) prepareDemo(ctx context.Context) (*demo, error) {
	if err := a.Bootstrap(ctx); err != nil {
		return nil, err
	}
	c := semilla.NewCarpeta(semilla.NewRand(demoNumber), operadorDemo)
	config := semilla.Config{Carpetas: 1, Documentos: documentosDemo, Rand: semilla.NewRand(demoNumber), Operadores: operadorDemo, Entidades: a.entidades}
	if err := semilla.Sembrar(byConsole(ctx), *a.carpetas, a.p.store, a.p.objetos, config, func(semilla.Line) {}); err != nil {
		return nil, fmt.Errorf("demo data: %w", err)
	}
	return &demo{c, a.p.emisor}, nil
}

// show prints how to begin.
func (d *demo) show(w io.Writer, api, admin string) {
	token, err := d.issue(auth.Ciudadano)
	if err != nil {
		token = "(" + err.Error() + ")"
	}
	fmt.Fprintf(w, `
  Carpeta Ciudadana

  App        %[1]s/app/     (open it: you are signed in as the demo citizen)
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
