package transport_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/coder/websocket"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

// TestAnswersThatNobodyReadsAreCounted: a citizen with requests and sockets of which
// nothing is read keeps as much as the limit says, not an answer for each of them.
func TestAnswersThatNobodyReadsAreCounted(t *testing.T) {
	const requests, sockets = 40, 30
	b := start(t, largeAnswer, withLimits(func(l *limits.Limits) { l.AnswersKiB, l.Write = 4096, time.Minute }))
	before := leaks.Heap()
	for range requests {
		conn, err := net.Dial("tcp", b.server.Addr())
		b.must(err)
		defer conn.Close()
		_ = conn.(*net.TCPConn).SetReadBuffer(4096)
		body := operation(`{ miCarpeta { carpetaId } }`, nil)
		_, err = fmt.Fprintf(conn, "POST /graphql HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			b.server.Addr(), b.token, len(body), body)
		b.must(err)
	}
	for range sockets {
		slow := b.connect()
		for i := range 8 {
			question := fmt.Sprintf(`{"id":"%d","type":"subscribe","payload":%s}`, i, operation(`{ miCarpeta { carpetaId } }`, nil))
			b.must(slow.conn.Write(t.Context(), websocket.MessageText, []byte(question)))
		}
	}
	b.eventually("one more large answer is refused", func() bool { // answers are worked out, and stop where nobody reads
		return b.query(`{ miCarpeta { carpetaId } }`, nil).code() == "RATE_LIMITED"
	})
	if held := leaks.Heap() - before; held > 16<<20 {
		t.Errorf("%d requests and %d sockets that read nothing hold %d MiB", requests, sockets, held>>20)
	}
	if a := b.post(`{ __typename }`, "", "application/json"); a.code() != "" {
		t.Errorf("somebody else: %s", a.body)
	}
}

// TestAnswerThatIsReadGivesItsBytesBack: one after the other any number is read.
func TestAnswerThatIsReadGivesItsBytesBack(t *testing.T) {
	b := start(t, largeAnswer, withLimits(func(l *limits.Limits) { l.AnswersKiB = 2048 }))
	for range 4 { // two have room at a time
		if a := b.query(`{ miCarpeta { carpetaId } }`, nil); len(a.body) < 1<<20 {
			t.Fatalf("%.200s", a.body)
		}
	}
	c := b.connect()
	for range 4 {
		c.subscribe("1", `{ miCarpeta { carpetaId } }`, nil)
		if m := c.expect("1", "next"); len(m.Payload) < 1<<20 || strings.Contains(string(m.Payload), "RATE_LIMITED") {
			t.Fatalf("%.200s", m.Payload)
		}
		c.expect("1", "complete")
	}
}

// TestEventsThatNobodyReadsAreCounted: subscribers that read nothing keep as much as
// the limit says. The others end, and are resumed.
func TestEventsThatNobodyReadsAreCounted(t *testing.T) {
	const sockets, each = 16, 4
	b := start(t, small, withLimits(func(l *limits.Limits) { l.AnswersKiB, l.Write, l.KeptKiB = 1024, time.Minute, 1<<20 }),
		withLimits(func(l *limits.Limits) { l.Searches, l.Name, l.Cost = 1024, 512, 1<<20 })) // dear events have a turn: not here
	event := map[string]any{"e": b.remove(0, 3600)}
	var aliases strings.Builder
	for i := range 40 {
		fmt.Fprintf(&aliases, " a%d%s: titulo", i, strings.Repeat("x", 400))
	}
	large := fmt.Sprintf(`subscription($e: ID!) { eliminacion(eventoId: $e) { secuencia carpeta { documentos(first: 100) { nodes { %s } } } } }`, aliases.String())
	reader := b.connect()
	reader.subscribe("1", large, event)
	if m := reader.expect("1", "next"); len(m.Payload) < 200_000 {
		t.Fatalf("an event of %d bytes is not large", len(m.Payload))
	}
	b.client = takingLittle()
	before := leaks.Heap()
	for range sockets {
		slow := b.connect()
		go func() { // the server stops reading too
			for n := range each {
				question := fmt.Sprintf(`{"id":"%d","type":"subscribe","payload":%s}`, n, operation(large, event))
				if slow.conn.Write(t.Context(), websocket.MessageText, []byte(question)) != nil {
					return
				}
			}
		}()
	}
	n := 1
	b.eventually("one who reads is ended too: the account is full", func() bool {
		n++
		reader.subscribe(fmt.Sprint(n), large, event)
		m, err := reader.read()
		b.must(err)
		if m.Type == "next" { // a socket has a hundred at a time
			reader.send(fmt.Sprintf(`{"id":"%d","type":"complete"}`, n))
		}
		return m.Type == "error" && strings.Contains(string(m.Payload), "RATE_LIMITED") && strings.Contains(string(m.Payload), "despuesDe")
	})
	time.Sleep(time.Second) // more would come
	if held := leaks.Heap() - before; held > 8<<20 {
		t.Errorf("%d subscribers that read nothing hold %d MiB", sockets*each, held>>20)
	}
}

// gated executes nothing before it may.
type gated struct {
	graphql.ExecutableSchema

	begun atomic.Int64
	open  chan struct{}
}

func (g *gated) Exec(ctx context.Context) graphql.ResponseHandler {
	respond := g.ExecutableSchema.Exec(ctx)
	return func(ctx context.Context) *graphql.Response {
		g.begun.Add(1)
		<-g.open
		return respond(ctx)
	}
}

// TestDearQueriesAtATimeAreCounted: each takes memory while it is worked on, which its price tells before.
// Cheap ones, and those of others, are not kept out.
func TestDearQueriesAtATimeAreCounted(t *testing.T) {
	g := &gated{open: make(chan struct{})}
	b := start(t, func(c *transport.Config) { g.ExecutableSchema, c.Schema = c.Schema, g }, withLimits(func(l *limits.Limits) { l.AnswersKiB = 1024 }))
	var aliases strings.Builder
	for i := range 40 {
		fmt.Fprintf(&aliases, " a%d: titulo", i)
	}
	dear := fmt.Sprintf(`query($c: ID!) { carpeta(id: $c) { documentos(first: 100) { nodes { %s } } } }`, aliases.String()) // some 250 KiB
	codes := make(chan string, 10)
	for range 10 {
		go func() { codes <- b.query(dear, map[string]any{"c": b.carpeta.CarpetaID}).code() }()
	}
	for range 6 { // four have room, six come too many
		if code := <-codes; code != "RATE_LIMITED" {
			t.Fatalf("%q", code)
		}
	}
	if n := g.begun.Load(); n > 4 {
		t.Errorf("%d are worked on", n)
	}
	close(g.open)
	for range 4 {
		if code := <-codes; code != "" {
			t.Errorf("%q", code)
		}
	}
	if a := b.query(dear, map[string]any{"c": b.carpeta.CarpetaID}); a.code() != "" {
		t.Errorf("the room did not come back: %.200s", a.body)
	}
}

// takingLittle makes connections for which the system keeps little that was not read.
func takingLittle() *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, addr)
		if err == nil {
			err = conn.(*net.TCPConn).SetReadBuffer(4096)
		}
		return conn, err
	}}}
}
