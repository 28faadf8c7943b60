package e2e_test

import (
	"encoding/json"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestTwoServersHearOfEachOther: one server executes deletions itself, the other sends messages. The subscribers of both hear
// every step of every deletion, once and in order, whoever was asked for it or executed it.
func TestTwoServersHearOfEachOther(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "50", "--archivos")[0]
	byQueues, direct := house.By(serverkit.ByQueues).Start(t), house.By(serverkit.Directly).Start(t)
	c := byQueues.Client(t, mine.CiudadanoID, "ciudadano")
	onDirect := serverkit.Client{URL: direct.URL, Token: c.Token}
	before := allFilas(t, c, mine.CarpetaID)
	free := deletable(before)

	waiting := deleteDocumento(t, onDirect, free[0], 600)
	listeners := map[string]*serverkit.Subscription{}
	for name, open := range serverkit.Transports {
		for at, client := range map[string]serverkit.Client{"by queues": c, "direct": onDirect} {
			s := open(t, client, carpetaSubscription, obj{"id": mine.CarpetaID})
			nextEliminacion(t, s) // the waiting one: it listens now
			listeners[name+", "+at] = s
		}
	}
	const count = 10 // of each server
	heardLive(t, onDirect, free[1:count+1], listeners)
	if n := completed(t, direct); n < count/2 {
		t.Errorf("the process that executes deletions itself ended %.0f of %d", n, count)
	}
	heardLive(t, c, free[count+1:2*count+1], listeners)
	serverkit.WaitFor(t, soon, "both together count each once", func() bool { return completed(t, byQueues)+completed(t, direct) == 2*count })
	cancelarEliminacion(t, c, waiting.EventoID)
	intact(t, house, c, mine.CarpetaID, before, free[1:2*count+1])
}

// heardLive deletes one document after the other, each when the one before was heard to its end. Without events a
// subscription would read the store again only every Refresh: half of that for each is far more than events take, on any
// machine.
func heardLive(t *testing.T, c serverkit.Client, ids []string, listeners map[string]*serverkit.Subscription) {
	t.Helper()
	from := time.Now()
	for _, id := range ids {
		deleteDocumento(t, c, id, 0)
		for name, listener := range listeners {
			hearAll(t, name, listener, 1, nil)
		}
	}
	if took := time.Since(from); took > time.Duration(len(ids))*hub.Refresh/2 {
		t.Errorf("%d deletions were heard of in %s: that is reading again, not hearing", len(ids), took)
	}
}

// hearAll hears every step of n deletions, each once and in order; of these ones, if some are named.
func hearAll(t *testing.T, name string, s *serverkit.Subscription, n int, these map[string]bool) {
	t.Helper()
	seen := map[string]int{}
	for done := 0; done < n; {
		b := nextEliminacion(t, s)
		if these != nil && !these[b.EventoID] {
			continue
		}
		if b.Secuencia != seen[b.EventoID]+1 {
			t.Fatalf("%s: secuencia %d after %d", name, b.Secuencia, seen[b.EventoID])
		}
		if seen[b.EventoID] = b.Secuencia; b.Estado == "COMPLETADA" {
			done++
		}
	}
}

var completedMetric = regexp.MustCompile(`(?m)^documento_deletion_sagas_completed_total\{estado="COMPLETADA"\} (\S+)$`)

func completed(t *testing.T, s *serverkit.Server) float64 {
	t.Helper()
	_, text := s.Admin(t, "/metrics")
	m := completedMetric.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	n, err := strconv.ParseFloat(m[1], 64)
	must(t, err)
	return n
}

// TestOneServerDies: what a process that is killed had under way, the other finishes,
// and its subscribers hear of it.
func TestOneServerDies(t *testing.T) {
	t.Parallel()
	for _, w := range serverkit.Ways {
		t.Run(w.String(), func(t *testing.T) {
			t.Parallel()
			oneServerDies(t, w)
		})
	}
}

func oneServerDies(t *testing.T, w serverkit.Way) {
	house := serverkit.NewHouse(t, serverkit.Distributed).With(shortPlazos...).By(w)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "80", "--archivos")[0]
	dying, staying := house.Start(t), house.Start(t)
	c := staying.Client(t, mine.CiudadanoID, "ciudadano")
	before := allFilas(t, c, mine.CarpetaID)
	free := deletable(before)[:50]

	// Windows that end after the death, and commands that are on their way.
	for _, id := range free[:20] {
		deleteDocumento(t, serverkit.Client{URL: dying.URL, Token: c.Token}, id, 2)
	}
	listener := serverkit.WebSocket(t, c, oneSubscription, obj{"id": eliminacionesOf(t, c, mine.CarpetaID)[0].EventoID, "despuesDe": 0})
	accepted := map[string]bool{}
	var died time.Time
	deleteMany(t.Context(), serverkit.Client{URL: dying.URL, Token: c.Token}, free[20:], func(id, _ string) {
		if accepted[id] = true; len(accepted) == 15 {
			dying.Kill(t)
			died = time.Now()
		}
	})
	deleteMany(t.Context(), c, free[20:], func(string, string) {}) // a request without an answer is sent again
	allCompleted(t, c, mine.CarpetaID, len(free))
	t.Logf("all are at an end %v after the death; a lease lasts 2 s", time.Since(died).Round(time.Millisecond))
	messages, end := listener.UntilEnd(t, soon)
	if !end.Complete || len(messages) == 0 {
		t.Fatalf("the subscriber: %d messages, %+v", len(messages), end)
	}
	inOrder(t, messages)
	intact(t, house, c, mine.CarpetaID, before, free)
}

// inOrder: from secuencia 1, each once, to COMPLETADA.
func inOrder(t *testing.T, messages []json.RawMessage) {
	t.Helper()
	var b eliminacionView
	for i, m := range messages {
		if b = readEliminacion(t, m); b.Secuencia != i+1 {
			t.Fatalf("message %d has secuencia %d", i, b.Secuencia)
		}
	}
	if b.Estado != "COMPLETADA" {
		t.Errorf("the last message: %+v", b)
	}
}

// TestServersComeAndGo: a third process comes while deletions are under way, another one
// is killed; nobody is told of either. The newcomer takes part, every deletion takes
// effect once, and a subscriber of the newcomer hears all that follows.
func TestServersComeAndGo(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed).With(shortPlazos...)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "130", "--archivos")[0]
	staying, dying := house.Start(t), house.Start(t)
	c := staying.Client(t, mine.CiudadanoID, "ciudadano")
	before := allFilas(t, c, mine.CarpetaID)
	free := deletable(before)[:80]

	fresh := make(chan *serverkit.Server, 1)
	asked := 0
	deleteMany(t.Context(), c, free[:40], func(string, string) {
		if asked++; asked == 10 {
			fresh <- house.Start(t)
		}
	})
	third := <-fresh
	onThird := serverkit.Client{URL: third.URL, Token: c.Token}
	listener := serverkit.WebSocket(t, onThird, oneSubscription, obj{"id": deleteDocumento(t, c, free[40], 3).EventoID, "despuesDe": 0})
	asked = 0
	deleteMany(t.Context(), onThird, free[41:], func(string, string) {
		if asked++; asked == 10 {
			dying.Kill(t)
		}
	})
	allCompleted(t, onThird, mine.CarpetaID, len(free))
	messages, end := listener.UntilEnd(t, recovery)
	if !end.Complete {
		t.Errorf("the subscriber: %+v", end)
	}
	inOrder(t, messages)
	if completed(t, third) == 0 {
		t.Error("the newcomer took no part")
	}
	intact(t, house, c, mine.CarpetaID, before, free)
}
