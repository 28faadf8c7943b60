package transport_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// What a connection leaves behind is measured on the heap of the test: the clients'
// side is in it too, and counts against the bounds.

func heap() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// TestSubscriptionKeepsOnlyItsOperation: a document may hold operations that nobody
// chose, comments, and any number of literals.
func TestSubscriptionKeepsOnlyItsOperation(t *testing.T) {
	const each, most = 100, 32 << 10
	b := start(t, small)
	id := b.remove(0, 3600)
	c := b.connect()
	before := heap()
	for i := range each {
		text := fmt.Sprintf(`subscription A($id: ID!) { eliminacion(eventoId: $id) { secuencia } } query B%d { nodes(ids: [%s]) { id } } #%s`,
			i, strings.Repeat("1 ", 4000), strings.Repeat("x", 50_000))
		c.subscribeNamed(fmt.Sprint(i), "A", text, map[string]any{"id": id})
		c.expect(fmt.Sprint(i), "next")
	}
	if held := (heap() - before) / each; held > most {
		t.Errorf("a subscription keeps %d bytes, want at most %d", held, most)
	}
}

// TestEventStreamKeepsNothingOfItsBody: of extensions and variables that execution does
// not need.
func TestEventStreamKeepsNothingOfItsBody(t *testing.T) {
	const each, most = 32, 128 << 10
	b := start(t, small)
	id := b.remove(0, 3600)
	before := heap()
	for range each {
		body := `{"query":"subscription($id: ID!) { eliminacion(eventoId: $id) { secuencia } }","variables":{"id":"` + id +
			`"},"extensions":{"x":[` + strings.Repeat("[],", 300_000) + `[]]}}`
		b.eventsOf(body).expect("next", "secuencia")
	}
	if held := (heap() - before) / each; held > most {
		t.Errorf("an event stream keeps %d bytes, want at most %d", held, most)
	}
}

// TestSubjectKeepsOnlySoMuch: its subscriptions' operations and variables are counted,
// and given back when they end.
func TestSubjectKeepsOnlySoMuch(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.KeptKiB = 16 }))
	id := b.remove(0, 3600)
	large := `subscription($id: ID!) { eliminacion(eventoId: $id) { ` + strings.Repeat("secuencia ", 40) + `} }`
	c := b.connect()
	c.subscribe("1", large, map[string]any{"id": id})
	c.expect("1", "next")
	c.subscribe("2", large, map[string]any{"id": id})
	if m := c.expect("2", "error"); !strings.Contains(string(m.Payload), "RATE_LIMITED") {
		t.Fatal(string(m.Payload))
	}
	c.send(`{"id":"1","type":"complete"}`)
	b.eventually("the first is given back", func() bool {
		c.subscribe("3", large, map[string]any{"id": id})
		m, err := c.read()
		b.must(err)
		return m.Type == "next"
	})
}

// TestAllKeepOnlySoMuch: a value that many share counts once, different ones do not fit.
func TestAllKeepOnlySoMuch(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.KeptAllKiB = 64; l.KeptKiB = 1024 }))
	id := b.remove(0, 3600)
	large := `subscription($id: ID!) { eliminacion(eventoId: $id) { ` + strings.Repeat("secuencia ", 45) + `} }`
	c := b.connect()
	for i := range 50 { // some 12 KiB each
		c.subscribe(fmt.Sprint(i), large, map[string]any{"id": id})
		c.expect(fmt.Sprint(i), "next")
	}
	refused := 0
	for i := range 10 {
		c.subscribe(fmt.Sprint("other", i), fmt.Sprintf("%s #%d", large, i), map[string]any{"id": id})
		if m, err := c.read(); err != nil {
			t.Fatal(err)
		} else if m.Type == "error" && strings.Contains(string(m.Payload), "UNAVAILABLE") {
			refused++
		}
	}
	if refused < 5 || refused > 7 {
		t.Errorf("%d of 10 different texts of 12 KiB were refused beside one that fifty share, with room for 64", refused)
	}
}

// small keeps the cache of documents out of the measurement.
func small(cfg *transport.Config) { cfg.Limits.CacheKiB = 64 }

func (c *wsClient) subscribeNamed(id, name, query string, variables map[string]any) {
	c.t.Helper()
	c.send(`{"id":"` + id + `","type":"subscribe","payload":` + strings.Replace(operation(query, variables), "{", `{"operationName":"`+name+`",`, 1) + `}`)
}

// eventsOf opens an event stream with a body as it is. net/http's client would keep the
// body as long as the answer.
func (b *bench) eventsOf(body string) *stream {
	b.t.Helper()
	conn, err := net.Dial("tcp", b.server.Addr())
	b.must(err)
	b.t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "POST /graphql HTTP/1.1\r\nHost: %s\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\n"+
		"Authorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s", b.server.Addr(), b.token, len(body), body)
	b.must(err)
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	b.must(err)
	return &stream{b, resp, bufio.NewReader(resp.Body)}
}
