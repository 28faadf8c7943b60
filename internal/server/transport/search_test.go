package transport_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
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
