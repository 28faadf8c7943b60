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
	numeroDemo     = 2026
	documentosDemo = 60
	vigenciaDemo   = 12 * time.Hour
)

var operadorDemo = []string{"operador-demo"}

// demo is what the demo carpeta's visitor gets.
type demo struct {
	carpeta carpeta.Carpeta
	emitir  func() (string, error) // a token of now: a demo may run for days
}

// prepararDemo writes the demo carpeta, with files, unless it is there.
func (a *App) prepararDemo(ctx context.Context) (*demo, error) {
	if err := a.Bootstrap(ctx); err != nil {
		return nil, err
	}
	c := semilla.NuevaCarpeta(semilla.Azar(numeroDemo), operadorDemo)
	_, err := a.p.almacen.Carpeta(ctx, c.CarpetaID)
	if errors.Is(err, fault.NotFound) {
		opciones := semilla.Opciones{Carpetas: 1, Documentos: documentosDemo, Azar: semilla.Azar(numeroDemo), Operadores: operadorDemo}
		err = semilla.Sembrar(ctx, a.p.almacen, a.p.objetos, opciones, func(semilla.Linea) {})
	}
	if err != nil {
		return nil, fmt.Errorf("demo data: %w", err)
	}
	emitir := func() (string, error) { return a.p.emisor.Emitir(c.CiudadanoID, auth.Ciudadano, "", vigenciaDemo) }
	return &demo{c, emitir}, nil
}

// mostrar prints how to begin.
func (d *demo) mostrar(w io.Writer, api, admin string) {
	token, err := d.emitir()
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
