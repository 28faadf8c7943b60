package transport_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// executions counts those of subscriptions' events.
type executions struct {
	graphql.ExecutableSchema

	mu             sync.Mutex
	all, now, most int
}

// counting counts the executions of events, and makes each take a moment.
func counting(e *executions) func(*transport.Config) {
	return func(c *transport.Config) { e.ExecutableSchema, c.Schema = c.Schema, e }
}

func (e *executions) Exec(ctx context.Context) graphql.ResponseHandler {
	respond := e.ExecutableSchema.Exec(ctx)
	return func(ctx context.Context) *graphql.Response {
		if hub.EventOf[eliminacion.Eliminacion](ctx) == nil {
			return respond(ctx)
		}
		e.add(1)
		defer e.add(-1)
		time.Sleep(time.Millisecond)
		return respond(ctx)
	}
}

func (e *executions) add(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.now += n
	e.all += max(n, 0)
	e.most = max(e.most, e.now)
}

func (e *executions) counts() (all, most int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.all, e.most
}

// The attack that was found: a crowd of subscriptions that read a page of documents at each
// event of one deletion. The price of one is 50, 4 fields, 20 for the list, and 15 × 3 fields and 20 for the link.
const (
	costly      = `subscription($id: ID!, $after: Int) { eliminacion(eventoId: $id, despuesDe: $after) { secuencia carpeta { documentos(first: 15) { nodes { titulo urlDescarga } } } } }`
	costlyPrice = 419
	crowd       = 60
)

// subscribeAll opens the attack's subscriptions over two sockets, and takes their first events.
func (b *bench) subscribeAll(query, eventoID string) (clients []*wsClient) {
	for range 2 {
		c := b.connect()
		for i := range crowd / 2 {
			c.subscribe(fmt.Sprint(i), query, map[string]any{"id": eventoID})
		}
		for range crowd / 2 {
			m, err := c.read()
			b.must(err)
			if m.Type != "next" || !strings.Contains(string(m.Payload), `"secuencia":1`) {
				b.t.Fatalf("%s %s", m.Type, m.Payload)
			}
		}
		clients = append(clients, c)
	}
	return clients
}

// TestEventsAreCharged: an execution for an event is charged to its subscriber. Without
// the budget the subscription ends with RATE_LIMITED, and says when to come back.
func TestEventsAreCharged(t *testing.T) {
	const paid = 20
	all := &executions{}
	var later atomic.Int64 // seconds
	now := time.Now()
	b := start(t, counting(all), withLimits(func(l *limits.Limits) { l.EventsEach = 16 }), func(c *transport.Config) {
		c.TellCost = true
		c.Quota = quota.New(quota.Config{PerSecond: 100, Burst: crowd*costlyPrice + 15000, Subjects: 10}, func() time.Time {
			return now.Add(time.Duration(later.Load()) * time.Second)
		})
	})
	id := b.remove(0, 3600)
	clients := b.subscribeAll(costly, id)
	begun, _ := all.counts()
	for b.remaining() > paid*costlyPrice+300 { // the mutation takes some, and what is left is not enough for one more
		continue
	}
	b.undo(id)
	ends := map[string]int{}
	for _, c := range clients {
		for range crowd / 2 {
			m, err := c.read()
			b.must(err)
			if m.Type == "next" {
				c.expect(m.ID, "complete")
			}
			ends[m.Type]++
			if m.Type == "error" {
				wantsToWait(t, m.Payload)
			}
		}
	}
	if ran, _ := all.counts(); ran-begun != paid || ends["next"] != paid || ends["error"] != crowd-paid {
		t.Errorf("%d executions, ends %v; want %d, and %d refused", ran-begun, ends, paid, crowd-paid)
	}
	later.Store(60)
	clients[0].subscribe("again", costly, map[string]any{"id": id, "after": 1})
	if m := clients[0].expect("again", "next"); !strings.Contains(string(m.Payload), `"secuencia":2`) {
		t.Errorf("who comes back misses something: %s", m.Payload)
	}
	clients[0].expect("again", "complete")
}

func (b *bench) remaining() int { return costOf(b.t, b.query(`{ __typename }`, nil)).Remaining }

func wantsToWait(t *testing.T, payload json.RawMessage) {
	t.Helper()
	var errs []struct {
		Extensions struct {
			Code         string
			ReintentarEn int
			Recuperacion string
		}
	}
	if err := json.Unmarshal(payload, &errs); err != nil || len(errs) != 1 {
		t.Fatal(err, string(payload))
	}
	if e := errs[0].Extensions; e.Code != "RATE_LIMITED" || e.ReintentarEn < 1 || !strings.Contains(e.Recuperacion, "despuesDe") {
		t.Errorf("%+v", e)
	}
}

// TestTextsOfTheirOwnAreCharged: an answer that could be shared, and is asked for in as many
// words as there are subscriptions, costs each of them. What is shared costs who makes it run.
func TestTextsOfTheirOwnAreCharged(t *testing.T) {
	const plain = `subscription($id: ID!) { eliminacion(eventoId: $id) { secuencia } } # %d` // 52
	for _, c := range []struct {
		name  string
		texts int
		want  int
	}{{"one text", 1, 1}, {"ten texts", 10, 10}} {
		t.Run(c.name, func(t *testing.T) {
			all := &executions{}
			b := start(t, counting(all), budget(quota.Config{PerSecond: 1, Burst: 10000}))
			id := b.remove(0, 3600)
			socket := b.connect()
			for i := range 10 {
				socket.subscribe(fmt.Sprint(i), fmt.Sprintf(plain, i%c.texts), map[string]any{"id": id})
				socket.expect(fmt.Sprint(i), "next")
			}
			begun, _ := all.counts()
			before := b.remaining()
			b.undo(id)
			for range 20 {
				_, err := socket.read()
				b.must(err)
			}
			ran, _ := all.counts()
			if spent := before - b.remaining() - 52 - 51; ran-begun != c.want { // the mutation and the question, read before
				t.Errorf("%d executions, %d spent", ran-begun, spent)
			}
		})
	}
}

// TestStreamsPayForEvents: so do event streams.
func TestStreamsPayForEvents(t *testing.T) {
	b := start(t, budget(quota.Config{PerSecond: 1, Burst: 2*costlyPrice + 500}))
	id := b.remove(0, 3600)
	s := b.events(http.MethodPost, costly, map[string]any{"id": id}, b.token)
	s.expect("next", `"secuencia":1`)
	for b.remaining() >= costlyPrice {
		continue
	}
	b.undo(id)
	s.expect("next", `"code":"RATE_LIMITED"`)
}

// TestFollowersPayForWhatTheyRead: a subscription of a carpeta begins with a reading of all its deletions, and says
// little of it. Whoever subscribes again and again has the store read again and again.
func TestFollowersPayForWhatTheyRead(t *testing.T) {
	const under = 12
	b := start(t, budget(quota.Config{PerSecond: 1, Burst: 100_000}))
	for i := range under {
		b.remove(i, 3600)
	}
	for _, c := range []struct {
		query string
		told  int
	}{
		{`subscription($c: ID!) { eliminacionesDeCarpeta(carpetaId: $c) { secuencia } }`, under},
		{`subscription($c: ID!) { novedadesDeCarpeta(carpetaId: $c) { tipo } }`, 1},
	} {
		for range 2 {
			before, questions := b.remaining(), 0
			socket := b.connect()
			socket.subscribe("s", c.query, map[string]any{"c": b.carpeta.CarpetaID})
			for range c.told {
				socket.expect("s", "next")
			}
			b.eventually("a price of about 50 and all rows are paid", func() bool {
				questions++
				return before-b.remaining()-51*questions >= 50+under
			})
			socket.send(`{"id":"s","type":"complete"}`)
		}
	}
}
