package transport_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// TestSearchesOfOneAreRunInTurn: and pages do not wait for them.
func TestSearchesOfOneAreRunInTurn(t *testing.T) {
	g := &gated{open: make(chan struct{})}
	b := start(t, func(c *transport.Config) { g.ExecutableSchema, c.Schema = c.Schema, g }, withLimits(func(l *limits.Limits) { l.Searches = 1 }))
	const search, page = `{ miCarpeta { documentos(filtro: {texto: "nada"}) { nodes { id } } } }`, `{ miCarpeta { documentos { nodes { id } } } }`
	codes := make(chan string, 10)
	ask := func(query string) { go func() { codes <- b.query(query, nil).code() }() }
	for range 5 {
		ask(search)
	}
	b.eventually("one is run, four wait", func() bool { return g.begun.Load() == 1 && b.api.Searching() == 4 })
	ask(page)
	b.eventually("a page is run", func() bool { return g.begun.Load() == 2 })
	close(g.open)
	for range 6 {
		if code := <-codes; code != "" {
			t.Errorf("%q", code)
		}
	}
	if n := b.api.Searching(); n != 0 {
		t.Errorf("%d wait for ever", n)
	}
}

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

// TestReadingsTakeTheirTurn: what a subscription of a carpeta reads, of a subject that has spent much lately. Before, it
// read thousands of rows whenever somebody subscribed again, while the operations of others waited for the processor.
func TestReadingsTakeTheirTurn(t *testing.T) {
	now := time.Now()
	spent := quota.New(quota.Config{PerSecond: 1, Burst: 1_000_000, Subjects: 100}, func() time.Time { return now })
	g := &gatedQueries{gated{open: make(chan struct{})}}
	b := start(t, func(c *transport.Config) { g.ExecutableSchema, c.Schema, c.Quota = c.Schema, g, spent }, withLimits(func(l *limits.Limits) { l.Searches = 1 }))
	b.remove(0, 3600)
	codes := make(chan string, 1)
	go func() {
		codes <- b.query(`{ miCarpeta { documentos(filtro: {texto: "nada"}) { nodes { id } } } }`, nil).code()
	}()
	b.eventually("one searches", func() bool { return g.begun.Load() == 1 })
	socket, carpeta := b.connect(), map[string]any{"id": b.carpeta.CarpetaID}
	socket.subscribe("little", watch, carpeta)
	socket.expect("little", "next")
	socket.send(`{"id":"little","type":"complete"}`)
	spent.ForceCharge("sub "+b.carpeta.CiudadanoID, 50_000)
	socket.subscribe("gone", watch, carpeta)
	b.eventually("the reading waits for its turn", func() bool { return b.api.Searching() == 1 })
	socket.send(`{"id":"gone","type":"complete"}`)
	b.eventually("it gave its turn up", func() bool { return b.api.Searching() == 0 })
	socket.subscribe("much", watch, carpeta)
	b.eventually("the next one waits", func() bool { return b.api.Searching() == 1 })
	close(g.open)
	socket.expect("much", "next")
	if code := <-codes; code != "" {
		t.Errorf("%q", code)
	}
	b.eventually("nobody waits", func() bool { return b.api.Searching() == 0 })
}

// TestLongQueriesTakeTheirTurn: of a subject that has spent much lately. Before, eight pages of 100 signed links at a time
// held everybody up.
func TestLongQueriesTakeTheirTurn(t *testing.T) {
	now := time.Now()
	spent := quota.New(quota.Config{PerSecond: 1, Burst: 1_000_000, Subjects: 100}, func() time.Time { return now })
	g := &gated{open: make(chan struct{})}
	b := start(t, func(c *transport.Config) { g.ExecutableSchema, c.Schema, c.Quota = c.Schema, g, spent }, withLimits(func(l *limits.Limits) { l.Searches = 1 }))
	const links, page = `{ miCarpeta { documentos(first: 100) { nodes { urlDescarga } } } }`, `{ miCarpeta { documentos(first: 100) { nodes { id } } } }`
	codes := make(chan string, 10)
	ask := func(query string) { go func() { codes <- b.query(query, nil).code() }() }
	ask(links)
	ask(links)
	b.eventually("who asks little waits for nobody", func() bool { return g.begun.Load() == 2 })
	spent.ForceCharge("sub "+b.carpeta.CiudadanoID, 50_000)
	for range 3 {
		ask(links)
	}
	b.eventually("one is run, two wait", func() bool { return g.begun.Load() == 3 && b.api.Searching() == 2 })
	ask(page)
	b.eventually("a page is run", func() bool { return g.begun.Load() == 4 })
	close(g.open)
	for range 6 {
		if code := <-codes; code != "" {
			t.Errorf("%q", code)
		}
	}
}
