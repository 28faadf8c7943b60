package demo

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// The demo carpeta: always the same one, so that a second start finds it.
const (
	number     = 2026
	documentos = 60
	validity   = 12 * time.Hour
)

var operadores = []string{"operador-demo"}

// Server is what the demo works with.
type Server struct {
	Carpetas  *carpeta.Servicio
	Entidades *entidad.Servicio
	Entregas  *entrega.Servicio
	Store     semilla.Store
	Objetos   documento.Objetos
	Emisor    *auth.Emisor
	Llave     string // path of the private key of the demo's entity
	Clock     func() time.Time
}

// Demo is the demo carpeta, for its visitors.
type Demo struct {
	Server
	carpeta carpeta.Carpeta
}

// visitorRoles are whom a visitor may act as, the citizen of the demo carpeta first. An auditor and an administrador reach
// all that lies in the data folder: a demo is no place for other data.
var visitorRoles = []auth.Role{auth.Ciudadano, auth.Operador, auth.Entidad, auth.Auditor, auth.Administrador}

// issue makes a token of now: a demo may run for days.
func (d *Demo) issue(as auth.Role) (string, error) {
	sub, of := subOf(as), ""
	switch as {
	case auth.Ciudadano:
		sub = d.carpeta.CiudadanoID
	case auth.Operador:
		of = d.carpeta.OperadorID
	case auth.Entidad:
		of = entidadID
	}
	return d.Emisor.Issue(sub, as, of, validity)
}

// subOf is who works in a role for the demo.
func subOf(as auth.Role) string { return string(as) + "-demo" }

// Settings are what the explorer page gets of the demo. Without a token the page asks for it.
func (d *Demo) Settings(s site.Settings) site.Settings {
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

// Prepare writes the demo carpeta, with files, unless it is there.
func Prepare(ctx context.Context, s Server) (*Demo, error) {
	c := semilla.NewCarpeta(semilla.NewRand(number), operadores)
	config := semilla.Config{Carpetas: 1, Documentos: documentos, Rand: semilla.NewRand(number), Operadores: operadores, Entidades: s.Entidades}
	if err := semilla.Sembrar(ctx, *s.Carpetas, s.Store, s.Objetos, config, func(semilla.Line) {}); err != nil {
		return nil, fmt.Errorf("demo data: %w", err)
	}
	return &Demo{s, c}, nil
}

// Show prints how to begin.
func (d *Demo) Show(w io.Writer, api, admin string) {
	token, err := d.issue(auth.Ciudadano)
	if err != nil {
		token = "(" + err.Error() + ")"
	}
	fmt.Fprintf(w, `
  Carpeta Ciudadana

  App        %[1]s/app/     (open it: you are signed in as the demo citizen)
  Console    %[1]s/app/operador     (the entity of the demo signs with %[5]s)
  Explorer   %[1]s/
  GraphQL    %[1]s/graphql
  Health     %[2]s/readyz?verbose
  Metrics    %[2]s/metrics

  Carpeta    %[3]s
  Token      %[4]s

  curl -s %[1]s/graphql -H 'Content-Type: application/json' \
    -H 'Authorization: Bearer %[4]s' \
    -d '{"query":"{ miCarpeta { totalDocumentosAproximado documentos(first: 7) { nodes { titulo } pageInfo { hasNextPage endCursor } } } }"}'

`, api, admin, d.carpeta.CarpetaID, token, d.Llave)
}
