package transport_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

// What a connection leaves behind is measured on the heap of the test: the clients'
// side is in it too, and counts against the bounds.

// TestSubscriptionCountsItsDocument: a document may hold operations that nobody chose, comments, and any number of literals.
// It stays in memory as long as the subscription, and counts against the subject.
func TestSubscriptionCountsItsDocument(t *testing.T) {
	const kept = 8 << 20
	b := start(t, small, withLimits(func(l *limits.Limits) { l.Elements, l.KeptKiB = 10_000, kept>>10 }))
	id := b.remove(0, 3600)
	c := b.connect()
	before := leaks.Heap()
	for i := 0; ; i++ {
		text := fmt.Sprintf(`subscription A($id: ID!) { eliminacion(eventoId: $id) { secuencia } } query B%d { nodes(ids: [%s]) { id } } #%s`,
			i, strings.Repeat("1 ", 4000), strings.Repeat("x", 50_000))
		c.subscribeNamed(fmt.Sprint(i), "A", text, map[string]any{"id": id})
		m, err := c.read()
		b.must(err)
		if m.Type == "error" && strings.Contains(string(m.Payload), "RATE_LIMITED") {
			break
		}
	}
	if held := leaks.Heap() - before; held > kept {
		t.Errorf("subscriptions keep %d bytes, want at most %d", held, kept)
	}
}

// TestEventStreamKeepsNothingOfItsBody: of extensions and variables that execution does
// not need.
func TestEventStreamKeepsNothingOfItsBody(t *testing.T) {
	const each, most = 8, 128 << 10
	b := start(t, small)
	id := b.remove(0, 3600)
	before := leaks.Heap()
	for range each {
		body := `{"query":"subscription($id: ID!) { eliminacion(eventoId: $id) { secuencia } }","variables":{"id":"` + id +
			`","unknown":[` + strings.Repeat("[],", 9_000) + `"` + strings.Repeat("x", 400_000) + `"]},"extensions":{"x":[` + strings.Repeat("[],", 9_000) +
			`"` + strings.Repeat("x", 400_000) + `"]}}`
		b.eventsOf(body).expect("next", "secuencia")
	}
	if held := (leaks.Heap() - before) / each; held > most {
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

// TestFollowersAreCountedAsTheyGrow: a follower of a carpeta in which many are deleted keeps each of them. It
// ends when that is too much, and tells how to go on.
func TestFollowersAreCountedAsTheyGrow(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.KeptKiB = 32 }))
	c := b.connect()
	c.subscribe("1", `subscription($c: ID!) { eliminacionesDeCarpeta(carpetaId: $c) { secuencia } }`, map[string]any{"c": b.carpeta.CarpetaID})
	b.eventually("it listens", func() bool { return b.hub.Count() == 1 })
	for i := range 20 {
		b.remove(i, 3600)
	}
	for {
		m, err := c.read()
		b.must(err)
		if m.Type == "error" {
			if !strings.Contains(string(m.Payload), "RATE_LIMITED") || !strings.Contains(string(m.Payload), "suscríbase de nuevo") {
				t.Error(string(m.Payload))
			}
			return
		}
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

// TestStalledBodiesAreCounted: bodies of which the last byte does not come take no more than their subject may hold.
func TestStalledBodiesAreCounted(t *testing.T) {
	const connections, length, fit = 60, 1 << 20, 2
	b := start(t, withLimits(func(l *limits.Limits) { l.ReadKiB, l.ReadGrace = fit*length>>10, time.Hour }))
	before := leaks.Heap()
	codes := make(chan int, connections)
	for range connections {
		conn := b.stalled(length)
		go func() { codes <- status(conn) }()
	}
	for range connections - fit { // the others wait for their last byte
		if code := <-codes; code != http.StatusTooManyRequests {
			t.Fatalf("answered with %d", code)
		}
	}
	if held := leaks.Heap() - before; held > 8<<20 {
		t.Errorf("%d bodies of %d bytes that stall hold %d bytes", connections, length, held)
	}
	if a := b.query(`{ miCarpeta { id } }`, nil); a.code() != "" {
		t.Errorf("a small request beside them: %s", a.body)
	}
}

// TestStalledBodiesAreCut: a body may take no longer than the slowest speed allows.
func TestStalledBodiesAreCut(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.ReadGrace, l.ReadRate = 100*time.Millisecond, 1<<30 }))
	if code := status(b.stalled(64 << 10)); code != http.StatusRequestTimeout {
		t.Errorf("answered with %d", code)
	}
}

// status is that of the answer; 0: the connection ended without one.
func status(conn net.Conn) int {
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return 0
	}
	return resp.StatusCode
}

// blanks are one body for all who send: it is no part of what the server holds.
var blanks = bytes.Repeat([]byte(" "), 1<<20)

// stalled sends all of a citizen's body but its last byte.
func (b *bench) stalled(length int) net.Conn {
	b.t.Helper()
	conn, err := net.Dial("tcp", b.server.Addr())
	b.must(err)
	b.t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "POST /graphql HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", b.server.Addr(), b.token, length)
	b.must(err)
	go func() { _, _ = conn.Write(blanks[:length-1]) }() // a refused one is not read to its end
	return conn
}

// TestWaitingOperationsHoldTheirBytesOnly: a socket's operations wait for a place as
// the bytes that came, and a subject may have only so many of them.
func TestWaitingOperationsHoldTheirBytesOnly(t *testing.T) {
	var begun sync.WaitGroup
	begun.Add(1)
	release := make(chan struct{})
	b := start(t, miCarpeta(func(ctx context.Context) error { begun.Done(); <-release; return nil }), withLimits(func(l *limits.Limits) {
		l.Working, l.ReadKiB, l.Request = 1, 2048, time.Hour
	}))
	c := b.connect()
	c.subscribe("first", `{ miCarpeta { id } }`, nil)
	begun.Wait()
	before := leaks.Heap()
	large := map[string]any{"unknown": make([]any, 9_000), "text": strings.Repeat("x", 200_000)}
	refused := 0
	for i := range 40 {
		c.subscribe(fmt.Sprint(i), `{ __typename }`, large)
	}
	c.send(`{"type":"ping"}`)
	for m, err := c.read(); m.Type != "pong"; m, err = c.read() {
		b.must(err)
		if m.Type != "error" || !strings.Contains(string(m.Payload), "RATE_LIMITED") {
			t.Fatalf("%+v %s", m, m.Payload)
		}
		refused++
	}
	if held := leaks.Heap() - before; held > 4<<20 {
		t.Errorf("operations that wait hold %d bytes", held)
	}
	if refused < 25 || refused > 35 {
		t.Errorf("%d of 40 operations of 236 KB were refused, with room for 2 MiB", refused)
	}
	close(release)
}
