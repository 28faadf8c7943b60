package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestArrivalsAreFixedBeforehand: by the seed alone, and so many as were asked for.
func TestArrivalsAreFixedBeforehand(t *testing.T) {
	const rate, n = 1000, 100_000
	a, b := newArrivals(rate, 7), newArrivals(rate, 7)
	last := time.Duration(0)
	for range n {
		at := a.next()
		if at != b.next() || at < last {
			t.Fatal("the moments are not those of the seed, or not in order")
		}
		last = at
	}
	if got := n / last.Seconds(); math.Abs(got-rate) > rate/20 {
		t.Errorf("%.0f a second, want %d", got, rate)
	}
	if newArrivals(rate, 8).next() == newArrivals(rate, 7).next() {
		t.Error("two seeds have the same moments")
	}
}

// everything answers as a server of which all goes well, and counts its requests.
func everything(t *testing.T, requests *atomic.Int64) *load {
	t.Helper()
	var srv *httptest.Server
	srv = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		if r.URL.Path != "/graphql" {
			_, _ = io.WriteString(w, "a file")
			return
		}
		d := fmt.Sprintf(`{"id":"d","documentoId":"d","urlDescarga":"%s/file"}`, srv.URL)
		_, _ = fmt.Fprintf(w, `{"data":{"node":%s,"carpeta":{"documentos":{"pageInfo":{"startCursor":"a","endCursor":"b"}}},"r":{"documento":%s,"eliminacion":{"eventoId":"e"},"carga":{"metodo":"PUT","url":"%s/file"}}}}`, d, d, srv.URL)
	}))
	t.Cleanup(srv.Close)
	s := &server{api: srv.URL}
	p := &person{kept: []string{"k"}, deletable: []deletable{{id: "d", documentoID: "d"}}}
	return &load{server: s, client: s.client(1), crowd: &crowd{small: []*person{p}, large: []*person{p}}}
}

func (l *load) turnAt(t *testing.T, due time.Time, kinds *tally) *turn {
	return &turn{load: l, ctx: t.Context(), tally: kinds, random: rand.New(rand.NewPCG(1, 1)), due: due, person: l.small[0]}
}

// TestAVisitHasAsManyRequestsAsItsKindSays: the rate of requests is computed from that.
func TestAVisitHasAsManyRequestsAsItsKindSays(t *testing.T) {
	for _, k := range visitKinds {
		var requests atomic.Int64
		kinds := newTally()
		l := everything(t, &requests)
		k.do(l.turnAt(t, time.Now().Add(-time.Minute), kinds))
		if got := requests.Load(); got != int64(k.requests) || kinds.failures() > 0 || len(kinds.all()) != k.requests {
			t.Errorf("%s: %d requests, %d counted, want %d; errors %s", k.name, got, len(kinds.all()), k.requests, kinds.wrong())
		}
	}
	if got := perVisit(); got < 1 || got > 4 {
		t.Errorf("%.1f requests a visit", got)
	}
}

// TestALateRequestIsLate: what was due two seconds ago was waited for at least so long, and what follows it too.
func TestALateRequestIsLate(t *testing.T) {
	var requests atomic.Int64
	kinds := newTally()
	l := everything(t, &requests)
	(*turn).download(l.turnAt(t, time.Now().Add(-3*time.Second), kinds))
	if first, then := kinds.waited["link to a file"], kinds.waited["download"]; len(first) != 1 || len(then) != 1 || first[0] < 3*time.Second || then[0] < 3*time.Second-think {
		t.Errorf("waited %v and %v", first, then)
	}
}

func TestFailuresHaveTheServersCode(t *testing.T) {
	kinds := newTally()
	for _, err := range []error{
		errors.New(`429: {"errors":[{"message":"x","extensions":{"code":"RATE_LIMITED"}}]}`),
		errors.New(`refused: {"data":{"r":{"errores":[{"codigo":"DOCUMENTO_NO_ENCONTRADO"}]}}}`),
		errors.New("connection reset"), &coded{twice, errors.New("x")},
	} {
		kinds.note("a", time.Second, err)
	}
	text := kinds.wrong()
	for _, want := range []string{"1 × a: RATE_LIMITED", "1 × a: DOCUMENTO_NO_ENCONTRADO", "1 × a: NO_ANSWER", "1 × a: TWICE"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	if kinds.failures() != 4 || len(kinds.all()) != 0 {
		t.Errorf("%d failures, %d answers", kinds.failures(), len(kinds.all()))
	}
}

// TestAWalkIsJudged: a row that comes again, and one that stayed and is not met.
func TestAWalkIsJudged(t *testing.T) {
	for name, c := range map[string]struct {
		pages [][]string
		want  string
	}{
		"good":    {[][]string{{"a", "new"}, {"b"}}, "0"},
		"twice":   {[][]string{{"a", "b"}, {"b"}}, "1 × walk: TWICE"},
		"missing": {[][]string{{"a"}, {"c"}}, "1 × walk: NOT_LISTED"},
	} {
		page := 0
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			var nodes []string
			for _, id := range c.pages[page] {
				nodes = append(nodes, fmt.Sprintf(`{"documentoId":%q}`, id))
			}
			page++
			_, _ = fmt.Fprintf(w, `{"data":{"carpeta":{"p":{"nodes":[%s],"pageInfo":{"more":%t,"at":"x"}}}}}`, strings.Join(nodes, ","), page < len(c.pages))
		}))
		s := &server{api: srv.URL}
		l := &load{server: s, client: s.client(1)}
		w := &walker{load: l, person: &person{stays: map[uint64]bool{mark("a"): true, mark("b"): true}}, every: time.Millisecond}
		kinds := newTally()
		w.walk(t.Context(), kinds, time.Now(), time.Now().Add(time.Hour), walkWays[0])
		srv.Close()
		if got := kinds.wrong(); !strings.HasPrefix(got, c.want) || w.walks != 1 {
			t.Errorf("%s: %d walks, %s, want %s", name, w.walks, got, c.want)
		}
	}
}

func TestSlope(t *testing.T) {
	var m memoryLine
	for s := range 90 {
		m.seconds, m.server = append(m.seconds, float64(s)), append(m.server, 100+float64(s)/30) // two a minute
	}
	m.server[0] = 1e6 // of the first third
	if got := m.slope(m.server); math.Abs(got-2) > 1e-6 {
		t.Errorf("%.3f MiB a minute, want 2", got)
	}
	if got := (memoryLine{}).slope(nil); got != 0 {
		t.Errorf("no looks: %.3f", got)
	}
}

// TestSamplesAreGrouped: by the first group that has a function anywhere in the stack.
func TestSamplesAreGrouped(t *testing.T) {
	stack := func(functions ...string) string {
		text := ""
		for _, f := range functions {
			text += "\t  401000 " + f + "\n"
		}
		return text + "\n"
	}
	const house = "github.com/carpeta-ciudadana/servidor/"
	out := stack("runtime.mallocgc", house+"internal/store/boltstore.(*Store).Listar", house+"graph.(*x).y", "net/http.(*conn).serve") +
		stack("runtime.mallocgc", house+"graph.(*x).y", "net/http.(*conn).serve") + stack("runtime.scanobject", "runtime.gcBgMarkWorker") +
		stack("crypto/tls.(*Conn).Write", "net/http.(*conn).serve") + stack("syscall.write", "net/http.(*conn).serve") + stack("runtime.findRunnable")
	counts, total := countGroups([]byte(out))
	text, err := json.Marshal(counts)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"GraphQL":1,"HTTP":1,"TLS":1,"collector":1,"runtime":1,"store":1}`; total != 6 || string(text) != want {
		t.Errorf("%d samples: %s, want %s", total, text, want)
	}
}

func TestAWrongLoadIsRefused(t *testing.T) {
	good := loadChoice{embedded: 1000, lasts: time.Minute, largest: 100}
	if err := good.wrong(); err != nil {
		t.Error(err)
	}
	for want, c := range map[string]loadChoice{
		"--perfil": {profile: "both", lasts: time.Minute, largest: 1}, "--tasa": {distributed: -1, lasts: time.Minute, largest: 1},
		"--durante": {largest: 1}, "--mayor": {lasts: time.Minute},
	} {
		if err := c.wrong(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want a sentence about %s", c, err, want)
		}
	}
}

// TestTheLoadIsMeasuredAlone: who measures everything does not wait for it.
func TestTheLoadIsMeasuredAlone(t *testing.T) {
	all, err := pick("")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if s.alone {
			t.Errorf("%s is measured with all the others", s.name)
		}
	}
	load, err := pick("mezcla")
	chosen := loadChoice{profile: distributed}
	if err != nil || placeOf(load, chosen) != "load, distributed" || placeOf(all, chosen) != "bench" {
		t.Errorf("%v: places %s and %s", err, placeOf(load, chosen), placeOf(all, chosen))
	}
}
