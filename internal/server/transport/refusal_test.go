package transport_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// faults is a budget of so many, with a clock that moves when told.
func faults(burst int) (set func(*transport.Config), advance func(time.Duration)) {
	var mu sync.Mutex
	moment := time.Now()
	now := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return moment
	}
	return func(c *transport.Config) {
			c.Refusals = quota.New(quota.Config{PerSecond: 1, Burst: burst, Subjects: 100}, now)
			c.Limits.RefusalDelay = time.Millisecond
		}, func(d time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			moment = moment.Add(d)
		}
}

func (b *bench) refused(what string) int {
	b.meter.mu.Lock()
	defer b.meter.mu.Unlock()
	return b.meter.refused[what]
}

const good, bad = `{ miCarpeta { id } }`, `{ nada }`

// TestRefusalsRunOut: so many, and nothing more of the subject is read, be it good
// or not, until the budget comes back. Others go on.
func TestRefusalsRunOut(t *testing.T) {
	set, advance := faults(3)
	b := start(t, set)
	for range 3 {
		if a := b.query(bad, nil); a.code() != "GRAPHQL_VALIDATION_FAILED" {
			t.Fatal("within:", a.body)
		}
	}
	headers := map[string]string{"Content-Type": "application/json", "Authorization": "Bearer " + b.token}
	for _, body := range []string{operation(good, nil), operation(bad, nil), "neither JSON"} {
		a := b.do(request{body: body, header: headers})
		if a.status != http.StatusTooManyRequests || a.code() != "RATE_LIMITED" || a.header.Get("Retry-After") != "1" {
			t.Errorf("beyond: %d Retry-After %q %s", a.status, a.header.Get("Retry-After"), a.body)
		}
	}
	if a := b.post(good, b.issue("otro", time.Hour), "application/json"); a.code() == "RATE_LIMITED" {
		t.Error("one subject's refusals are another's:", a.body)
	}
	if d, u := b.refused("documento"), b.refused("sin_leer"); d != 3 || u != 3 {
		t.Errorf("counted %d documents and %d unread", d, u)
	}
	advance(time.Second)
	if a := b.query(good, nil); a.status != http.StatusOK || a.code() != "" {
		t.Error("a second later:", a.body)
	}
}

// TestRefusalsCountBySize: every 4 KiB of a refused input are one more.
func TestRefusalsCountBySize(t *testing.T) {
	for size, fits := range map[int]bool{2*4096 - 10: true, 2 * 4096: false} {
		set, _ := faults(3)
		b := start(t, set)
		if a := b.query(bad+strings.Repeat(" ", size-len(bad)), nil); a.code() != "GRAPHQL_VALIDATION_FAILED" {
			t.Fatal(a.body)
		}
		if a := b.query(good, nil); (a.code() == "") != fits {
			t.Errorf("after %d bytes: %s", size, a.body)
		}
	}
}

// TestUnreadBody: the length alone is reason enough; no byte of the body is awaited,
// and the announced length is charged.
func TestUnreadBody(t *testing.T) {
	set, _ := faults(100)
	b := start(t, set)
	announce := func(length int) int {
		conn, err := net.Dial("tcp", b.server.Addr())
		b.must(err)
		defer conn.Close()
		b.must(conn.SetDeadline(time.Now().Add(patience)))
		_, err = fmt.Fprintf(conn, "POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", length)
		b.must(err)
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		b.must(err)
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	if got := announce(1<<20 + 1); got != http.StatusRequestEntityTooLarge {
		t.Errorf("too long: %d", got)
	}
	if got := announce(1 << 19); got != http.StatusTooManyRequests {
		t.Errorf("no budget: %d", got)
	}
}

// TestWhatIsNoFault is not charged: persisted queries begin with a question, and
// a caller that asks for too much is told to wait already.
func TestWhatIsNoFault(t *testing.T) {
	set, _ := faults(1)
	b := start(t, set, budget(quota.Config{PerSecond: 1, Burst: 4}))
	for range 3 {
		a := b.do(request{body: `{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"` + strings.Repeat("a", 64) + `"}}}`, header: map[string]string{
			"Content-Type": "application/json", "Authorization": "Bearer " + b.token,
		}})
		if a.code() != "PERSISTED_QUERY_NOT_FOUND" {
			t.Error(a.body)
		}
	}
	for range 3 {
		if a := b.query(`{ miCarpeta { id carpetaId operadorId } }`, nil); a.code() != "RATE_LIMITED" {
			t.Error(a.body)
		}
	}
	if n := b.refused("documento") + b.refused("sin_leer"); n != 0 {
		t.Errorf("charged %d", n)
	}
}

// TestBadTokensAreTold: however many, a bad token is told that it is one, because
// clients renew it then; and good ones from the same address are served.
func TestBadTokensAreTold(t *testing.T) {
	set, _ := faults(2)
	b := start(t, set)
	for range 4 {
		if a := b.post(good, "no.good.token", "application/json"); a.code() != "UNAUTHENTICATED" {
			t.Error(a.body)
		}
	}
	if a := b.post(`{ __typename }`, "", "application/json"); a.code() != "RATE_LIMITED" {
		t.Error("the address has no budget left:", a.body)
	}
	if a := b.query(good, nil); a.code() != "" {
		t.Error("the citizen:", a.body)
	}
	b.connect()
}

// TestHeld: refusals that are too many wait, as many at a time as there are places. The others do not, and end their
// connection: a flood beyond the places was answered as fast as it came.
func TestHeld(t *testing.T) {
	set, _ := faults(1)
	b := start(t, set, withLimits(func(l *limits.Limits) { l.RefusalDelay, l.DelayedRefusals = time.Hour, 1 }))
	leave := b.oneWaits(b.token)
	if a := b.query(good, nil); a.status != http.StatusTooManyRequests || !a.last {
		t.Error("the second:", a.header, a.body)
	}
	leave()
}

// oneWaits has the first refusal of a subject wait, which takes the only place until leave.
func (b *bench) oneWaits(token string) (leave func()) {
	ctx, cancel := context.WithCancel(b.t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.server.URL()+"/graphql?query=%7Bnada%7D", http.NoBody)
	b.must(err)
	req.Header.Set("Authorization", "Bearer "+token)
	left := make(chan error, 1)
	go func() {
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			_ = resp.Body.Close()
		}
		left <- err
	}()
	b.eventually("one waits", func() bool { return b.api.Held() == 1 })
	return func() {
		b.t.Helper()
		cancel()
		if <-left == nil {
			b.t.Error("the one that waited was answered")
		}
		b.eventually("the place is free", func() bool { return b.api.Held() == 0 })
	}
}
