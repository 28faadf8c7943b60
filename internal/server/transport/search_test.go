package transport_test

import (
	"context"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// gatedQueries lets mutations and subscriptions pass.
type gatedQueries struct{ gated }

func (g *gatedQueries) Exec(ctx context.Context) graphql.ResponseHandler {
	if graphql.GetOperationContext(ctx).Operation.Operation == ast.Query {
		return g.gated.Exec(ctx)
	}
	return g.ExecutableSchema.Exec(ctx)
}

// Subscriptions whose events search, and whose events are dear.
const (
	searching = `subscription($id: ID!) { eliminacion(eventoId: $id) { secuencia carpeta { documentos(first: 1, filtro: {texto: "nada"}) { nodes { id } } } } }`
	dear      = `subscription($id: ID!) { eliminacion(eventoId: $id) { secuencia carpeta { documentos(first: 100) { nodes { id titulo urlDescarga } } } } }`
)

// TestEventsThatSearchTakeTheirTurn: with all other operations that do, whoever else's they are, and so do dear ones.
// Before, each subject had its own place for events, so that many of them searched on all processors at once.
func TestEventsThatSearchTakeTheirTurn(t *testing.T) {
	for name, follow := range map[string]string{"a search": searching, "a dear page": dear} {
		t.Run(name, func(t *testing.T) {
			g := &gatedQueries{gated{open: make(chan struct{})}}
			b := start(t, func(c *transport.Config) { g.ExecutableSchema, c.Schema = c.Schema, g }, withLimits(func(l *limits.Limits) { l.Searches = 1 }))
			const search = `{ miCarpeta { documentos(filtro: {texto: "nada"}) { nodes { id } } } }`
			codes := make(chan string, 1)
			go func() { codes <- b.query(search, nil).code() }()
			b.eventually("one searches", func() bool { return g.begun.Load() == 1 })
			socket := b.connect()
			socket.subscribe("1", follow, map[string]any{"id": b.remove(0, 3600)})
			b.eventually("the event waits for its turn", func() bool { return b.api.Searching() == 1 })
			close(g.open)
			socket.expect("1", "next")
			if code := <-codes; code != "" {
				t.Errorf("%q", code)
			}
			b.eventually("nobody waits", func() bool { return b.api.Searching() == 0 })
		})
	}
}

// TestEventsThatSearchAreRefusedWhenTooManyWait: they end as others are refused, and say how to come back.
func TestEventsThatSearchAreRefusedWhenTooManyWait(t *testing.T) {
	g := &gatedQueries{gated{open: make(chan struct{})}}
	b := start(t, func(c *transport.Config) { g.ExecutableSchema, c.Schema = c.Schema, g }, withLimits(func(l *limits.Limits) { l.Searches = 1 }))
	const search = `{ miCarpeta { documentos(filtro: {texto: "nada"}) { nodes { id } } } }`
	codes := make(chan string, 1)
	go func() { codes <- b.query(search, nil).code() }()
	b.eventually("one searches", func() bool { return g.begun.Load() == 1 })
	id, socket := b.remove(0, 3600), b.connect()
	release := b.api.FillSearches(t.Context())
	others := b.api.Searching()
	socket.subscribe("1", searching, map[string]any{"id": id})
	b.eventually("an event waits", func() bool { return b.api.Searching() == others+1 })
	socket.subscribe("2", searching, map[string]any{"id": id})
	m, err := socket.read()
	b.must(err)
	if m.Type != "error" || !strings.Contains(string(m.Payload), `"UNAVAILABLE"`) || !strings.Contains(string(m.Payload), "despuesDe") {
		t.Errorf("%s %s %s", m.ID, m.Type, m.Payload)
	}
	release()
	close(g.open)
	if code := <-codes; code != "" {
		t.Errorf("%q", code)
	}
	socket.expect(map[string]string{"1": "2", "2": "1"}[m.ID], "next")
}
