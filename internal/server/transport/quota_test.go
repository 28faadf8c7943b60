package transport_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// post sends an operation as the token's subject, or as nobody.
func (b *bench) post(query, token, accept string) answer {
	b.t.Helper()
	header := map[string]string{"Content-Type": "application/json", "Accept": accept}
	if token != "" {
		header["Authorization"] = "Bearer " + token
	}
	return b.do(request{body: operation(query, nil), header: header})
}

func budget(cfg quota.Config) func(*transport.Config) {
	cfg.Subjects = 100
	now := time.Now()
	return func(c *transport.Config) {
		c.Quota, c.TellCost = quota.New(cfg, func() time.Time { return now }), true
	}
}

type cost struct {
	Price     int `json:"precio"`
	Limit     int `json:"limite"`
	Remaining int `json:"restante"`
	Read      int `json:"leido"`
}

func costOf(t testing.TB, a answer) cost {
	t.Helper()
	var body struct {
		Extensions struct {
			Cost cost `json:"costo"`
		}
	}
	if err := json.Unmarshal([]byte(a.body), &body); err != nil {
		t.Fatal(err)
	}
	return body.Extensions.Cost
}

// TestBudget: each answer says its cost and the rest of the budget; rateLimit says the
// same; then nothing runs until Retry-After.
func TestBudget(t *testing.T) {
	b := start(t, budget(quota.Config{PerSecond: 10, Burst: 214}))
	page := `{ miCarpeta { documentos(first: 20) { nodes { id titulo } } } }` // 50 + 22 + 20 × 3, and to be read once 15
	if c := costOf(t, b.query(page, nil)); c != (cost{132, 214, 67, 0}) {
		t.Fatalf("%+v", c)
	}
	a := b.query(`{ rateLimit { limite costo restante reinicio } }`, nil)
	var data struct {
		Data struct {
			RateLimit struct{ Limite, Costo, Restante int }
		}
	}
	if err := json.Unmarshal([]byte(a.body), &data); err != nil || data.Data.RateLimit != struct{ Limite, Costo, Restante int }{214, 55, 0} {
		t.Fatal(a.body, err)
	}
	for _, media := range []string{"application/json", "application/graphql-response+json"} {
		a := b.post(page, b.token, media)
		if a.status != http.StatusTooManyRequests || a.code() != "RATE_LIMITED" || a.header.Get("Retry-After") != "14" {
			t.Errorf("%s: %d Retry-After %q %s", media, a.status, a.header.Get("Retry-After"), a.body)
		}
		if left := a.header.Get("RateLimit"); left != `"costo";r=0;t=22` {
			t.Errorf("%s: the refusal says RateLimit %q", media, left)
		}
	}
	if a := b.post(`{ __typename }`, "", "application/json"); a.status != http.StatusOK {
		t.Error("nobody pays for the citizen:", a.body)
	}
}

// TestTheBudgetIsToldInFields: as draft-ietf-httpapi-ratelimit-headers has them, of what is left after the operation; and
// extensions.costo only for who asks.
func TestTheBudgetIsToldInFields(t *testing.T) {
	cfg := quota.Config{PerSecond: 10, Burst: 214}
	asked := func(b *bench) answer {
		return b.do(request{body: operation(`{ miCarpeta { id } }`, nil), header: map[string]string{
			"Content-Type": "application/json", "Authorization": "Bearer " + b.token, "Carpeta-Costo": "1",
		}})
	}
	onRequest := func(c *transport.Config) { c.TellCost = false }
	b := start(t, budget(cfg), onRequest)
	a := b.query(`{ miCarpeta { id } }`, nil) // 52, and to be read once 5
	if policy, left := a.header.Get("RateLimit-Policy"), a.header.Get("RateLimit"); policy != `"costo";q=214;w=22;qu="costo"` || left != `"costo";r=157;t=6` {
		t.Errorf("RateLimit-Policy %s, RateLimit %s", policy, left)
	}
	if strings.Contains(a.body, "costo") {
		t.Error("nobody asked:", a.body)
	}
	if c := costOf(t, asked(b)); c != (cost{52, 214, 105, 0}) {
		t.Errorf("%+v", c)
	}
	free := start(t)
	if a := free.query(`{ miCarpeta { id } }`, nil); a.header.Get("RateLimit") != "" || a.header.Get("RateLimit-Policy") != "" {
		t.Error("no budget, and a policy:", a.header)
	}
}

// TestATokenIsASubjectOfItsOwn, on an address that has spent what operations without a token may: a twentieth.
func TestATokenIsASubjectOfItsOwn(t *testing.T) {
	b := start(t, budget(quota.Config{PerSecond: 20, Burst: 2000}), withLimits(func(l *limits.Limits) { l.Cost, l.Introspection = 100, 100 }))
	const smallest = `{ __typename }`
	first, second := b.post(smallest, "", "application/json"), b.post(smallest, "", "application/json")
	if c := costOf(t, first); first.status != http.StatusOK || c.Limit != 100 {
		t.Errorf("%d %+v", first.status, c)
	}
	if second.status != http.StatusTooManyRequests || second.code() != "RATE_LIMITED" || second.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", second.status, second.body)
	}
	if a := b.post(smallest, b.token, "application/json"); a.status != http.StatusOK || costOf(t, a).Remaining != 2000-51 {
		t.Errorf("with a token: %d %s", a.status, a.body)
	}
}

// TestASearchIsPaidByWhatItReads: rows that a filter reads and does not show are charged after the fact.
func TestASearchIsPaidByWhatItReads(t *testing.T) {
	b := start(t, budget(quota.Config{PerSecond: 1, Burst: 5000}))
	asks := func(text any) cost {
		return costOf(t, b.query(`query($t: String) { miCarpeta { documentos(first: 5, filtro: {texto: $t}) { nodes { id } } } }`, map[string]any{"t": text}))
	}
	asks(nil) // the document is read, and known from now on
	plain, rare := asks(nil), asks("zzyzx")
	rows := 2 * len(b.docs)
	if plain.Read != 0 || rare.Read != rows || rare.Price != plain.Price+rows || plain.Remaining-rare.Remaining != rare.Price {
		t.Errorf("without a filter %+v, for a word that nobody has %+v; %d documents", plain, rare, len(b.docs))
	}
}

// TestReadingCosts: a document that the server does not know costs by its length,
// refused or not; one that it knows does not.
func TestReadingCosts(t *testing.T) {
	b := start(t, budget(quota.Config{PerSecond: 1, Burst: 194}))
	long := func(query string) string { return query + strings.Repeat(" ", 10*16-len(query)) }
	for range 3 {
		if a := b.query(long(`{ __typename }`), nil); a.code() != "" { // 40 + 51, then 51
			t.Fatal(a.body)
		}
	}
	if a := b.query(long(`{ nada }`), nil); a.code() != "RATE_LIMITED" {
		t.Fatal(a.body)
	}
}

func TestBudgetOverSocket(t *testing.T) {
	b := start(t, budget(quota.Config{PerSecond: 1, Burst: 60}))
	c := b.connect()
	c.subscribe("a", `{ miCarpeta { id } }`, nil)
	c.expect("a", "next")
	c.expect("a", "complete")
	c.subscribe("b", `{ miCarpeta { id carpetaId operadorId } }`, nil)
	c.expectError("b", "RATE_LIMITED")
}

// TestRequestsAtOnce: one more than allowed is refused at once, and room is made
// by one that ends.
func TestRequestsAtOnce(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	b := start(t, holding(entered, release), budget(quota.Config{AtOnce: 2}))
	var running sync.WaitGroup
	for range 2 {
		running.Go(func() { b.query(`{ miCarpeta { id } }`, nil) })
		<-entered
	}
	if a := b.query(`{ __typename }`, nil); a.status != http.StatusTooManyRequests || a.code() != "RATE_LIMITED" || a.header.Get("Retry-After") != "1" {
		t.Error(a.status, a.body)
	}
	close(release)
	running.Wait()
	if a := b.query(`{ __typename }`, nil); a.status != http.StatusOK {
		t.Error(a.status, a.body)
	}
}

// TestSocketsPerSubject counts sockets and event streams together.
func TestSocketsPerSubject(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.Sockets = 2 }))
	first := b.connect()
	b.connect()
	third := b.dial(nil)
	third.send(`{"type":"connection_init","payload":{"authorization":"Bearer ` + b.token + `"}}`)
	third.expectClose(4429, "Too many connections")
	a := b.post(`{ __typename }`, b.token, "text/event-stream")
	if a.status != http.StatusTooManyRequests || a.code() != "RATE_LIMITED" {
		t.Error("stream:", a.status, a.body)
	}
	_ = first.conn.CloseNow()
	b.eventually("the place is free again", func() bool {
		a := b.post(`{ __typename }`, b.token, "text/event-stream")
		return a.status == http.StatusOK
	})
}

// TestWrongMethodsArePaid by the address: it was answered as fast as it asked.
func TestWrongMethodsArePaid(t *testing.T) {
	b := start(t, budget(quota.Config{PerSecond: 1, Burst: 500}))
	for n := range 10 {
		if a := b.do(request{method: "DELETE"}); a.status != http.StatusMethodNotAllowed {
			t.Fatal(n, a.status, a.body)
		}
	}
	if a := b.do(request{method: "DELETE"}); a.status != http.StatusTooManyRequests || a.code() != "RATE_LIMITED" {
		t.Error(a.status, a.body)
	}
}
