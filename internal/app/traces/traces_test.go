package traces_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app/traces"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/collector"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
)

const (
	theTrace = "0af7651916cd43dd8448eb211c80319c"
	theSpan  = "b7ad6b7169203331"
	sampled  = "00-" + theTrace + "-" + theSpan + "-01"
	left     = "00-" + theTrace + "-" + theSpan + "-00"
)

// world is Traces before a collector of its own.
type world struct {
	*traces.Traces

	to    *collector.Collector
	log   logs.Log
	mu    sync.Mutex
	count map[string]int
}

func newWorld(t *testing.T, change func(*traces.Config)) *world {
	t.Helper()
	w := &world{to: collector.Start(t), count: map[string]int{}}
	cfg := traces.Config{
		URL: w.to.URL, Ratio: 1, CloseWithin: 2 * time.Minute, Process: "p-1", Version: "0", Roles: []string{"api"}, Log: slog.New(slog.NewJSONHandler(&w.log, nil)),
		Spans: func(result string, n int) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.count[result] += n
		},
	}
	if change != nil {
		change(&cfg)
	}
	var err error
	if w.Traces, err = traces.New(cfg); err != nil {
		t.Fatal(err)
	}
	return w
}

// spans closes the Traces, and returns what the collector got.
func (w *world) spans(t *testing.T) []collector.Span {
	t.Helper()
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	return w.to.Spans("")
}

// ask sends a request through a handler.
func ask(t *testing.T, h http.Handler, method, path, traceparent string) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	r.Header.Set("Traceparent", traceparent)
	h.ServeHTTP(httptest.NewRecorder(), r)
}

// TestWhoIsTraced: the ratio, the caller's wish, and the bound on it.
func TestWhoIsTraced(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ratio       float64
		asked       int
		traceparent string
		requests    int
		spans       int
		told        string // flags that others see; "": no trace
	}{
		"all":                          {1, 0, "", 3, 3, "01"},
		"none":                         {0, 0, "", 3, 0, ""},
		"asked for":                    {0, 5, sampled, 1, 1, "01"},
		"asked for too often":          {0, 2, sampled, 9, 2, ""},
		"asked for in vain":            {0, 0, sampled, 3, 0, "00"},
		"asked for, and picked anyway": {1, 0, sampled, 3, 3, "01"},
		"left out":                     {1, 5, left, 3, 0, "00"},
		"rubbish":                      {0, 5, "00-zz", 3, 0, ""},
		"a trace of zeros":             {0, 5, "00-" + strings.Repeat("0", 32) + "-" + theSpan + "-01", 3, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, func(cfg *traces.Config) { cfg.Ratio, cfg.Asked = c.ratio, c.asked })
			var seen []string
			h := w.Requests(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = append(seen, w.Traceparent(r.Context())) }))
			for range c.requests {
				ask(t, h, "POST", "/graphql", c.traceparent)
			}
			if got := w.spans(t); len(got) != c.spans {
				t.Errorf("%d spans, want %d", len(got), c.spans)
			}
			for _, s := range seen {
				if c.told == "" && c.spans == 0 && s != "" || c.told != "" && !strings.HasSuffix(s, "-"+c.told) {
					t.Errorf("others are told %q", s)
				}
			}
		})
	}
}

// TestARequest: its span is the caller's child, and says the method, the part and the status; nothing of the path behind
// it. What lasts, and pages, have none.
func TestARequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	h := w.Requests(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		ctx, end := w.Operation(r.Context(), "mutation", "{ a }")
		_, ended := w.Field(ctx, "Mutation.deleteDocumento")
		ended()
		end("CONFLICT")
		rw.WriteHeader(http.StatusServiceUnavailable)
	}))
	ask(t, h, "BREW", "/objetos/carpeta-de-anamaria/secreto.pdf?firma=abc", sampled)
	for _, path := range []string{"/", "/app/x", "/graphqlx", "/config.json"} {
		ask(t, w.Requests(http.NotFoundHandler()), "GET", path, sampled)
	}
	r := httptest.NewRequestWithContext(t.Context(), "GET", "/graphql", nil)
	r.Header.Set("Upgrade", "websocket")
	w.Requests(http.NotFoundHandler()).ServeHTTP(httptest.NewRecorder(), r)

	got := w.spans(t)
	if len(got) != 3 {
		t.Fatalf("%d spans: %+v", len(got), got)
	}
	request, operation, field := collector.Named(got, "_OTHER /objetos/"), collector.Named(got, "mutation"), collector.Named(got, "Mutation.deleteDocumento")
	if len(request) != 1 || len(operation) != 1 || len(field) != 1 {
		t.Fatalf("%+v", got)
	}
	if s := request[0]; s.Trace != theTrace || s.Parent != theSpan || s.Kind != "SPAN_KIND_SERVER" || s.Attributes["http.response.status_code"] != "503" || !s.Failed || s.Process != "p-1" {
		t.Errorf("%+v", s)
	}
	if s := operation[0]; s.Parent != request[0].ID || s.Kind != "SPAN_KIND_INTERNAL" || s.Attributes["graphql.operation.type"] != "mutation" || s.Attributes["error.type"] != "CONFLICT" ||
		s.Attributes["graphql.document.hash"] != "sha256:1c7e1e347f726166b5b1c55afd61f278cc9b45e00c108ec33d540a566379811b" {
		t.Errorf("%+v", s)
	}
	if field[0].Parent != operation[0].ID {
		t.Errorf("%+v", field[0])
	}
	for _, secret := range []string{"anamaria", "secreto", "firma", "BREW"} {
		if strings.Contains(w.to.Text(), secret) {
			t.Errorf("a span has %q", secret)
		}
	}
}

// TestAnOperationOfASocket begins a trace, of which no request was asked; that of a request which was left out does not.
func TestAnOperationOfASocket(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ctx, end := w.Operation(caller.WithTrace(context.Background(), sampled), "query", "{ a }")
	if got := caller.TraceID(ctx); got != theTrace {
		t.Errorf("the log says trace %q", got)
	}
	end("OK")
	ask(t, w.Requests(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, end := w.Operation(r.Context(), "query", "{ a }")
		end("OK")
	})), "POST", "/graphql", left)
	w.Answered(sampled, time.Now().Add(-time.Second))
	w.Answered(left, time.Now())
	w.Answered("", time.Now())
	got := w.spans(t)
	if len(got) != 2 || got[0].Kind != "SPAN_KIND_SERVER" || got[0].Parent != theSpan || got[0].Failed {
		t.Fatalf("%+v", got)
	}
	if s := got[1]; s.Name != "subscription" || s.Trace != theTrace || s.Parent != theSpan || time.Duration(s.Lasted) < time.Second {
		t.Errorf("%+v", s)
	}
}

// remembers is a broker that keeps what was published, and hands one message to a consumer.
type remembers struct {
	broker.Broker

	published []broker.Message
	err       error
}

func (r *remembers) Publish(_ context.Context, m broker.Message) error {
	r.published = append(r.published, m)
	return r.err
}

func (r *remembers) Consume(ctx context.Context, _ string, h broker.Handler) error {
	return h(ctx, r.published[0])
}

// TestAMessage: it carries the span of its publishing; the handler works below it, and so does what it sends on.
func TestAMessage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(cfg *traces.Config) { cfg.Ratio = 0 })
	r := &remembers{}
	b := w.Broker(r)
	m := broker.Message{ID: "e:1:k", Type: broker.MinioCleanup, SagaID: "e", Subject: "documento-de-anamaria", Intento: 2, Traceparent: sampled}
	if err := b.Publish(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	failed := b.Consume(t.Context(), broker.MinioCleanupQueue, func(ctx context.Context, m broker.Message) error {
		if caller.TraceID(ctx) != theTrace {
			t.Error("the handler's log has no trace")
		}
		_ = b.Publish(ctx, m)
		return fault.Wrap(fault.Conflict, errors.New("el archivo de anamaria"))
	})
	if !errors.Is(failed, fault.Conflict) {
		t.Errorf("the consumer is told %v", failed)
	}
	r.err = broker.ErrFull
	if err := b.Publish(t.Context(), m); !errors.Is(err, broker.ErrFull) {
		t.Errorf("the publisher is told %v", err)
	}
	m.Traceparent = left
	_ = b.Publish(t.Context(), m)
	got := w.spans(t)
	if len(got) != 4 {
		t.Fatalf("%d spans: %+v", len(got), got)
	}
	publish, process, next := got[0], got[2], got[1]
	if publish.Name != "publish documento.events" || publish.Parent != theSpan || publish.Kind != "SPAN_KIND_PRODUCER" || publish.Attributes["messaging.message.conversation_id"] != "e" {
		t.Errorf("%+v", publish)
	}
	if process.Name != "process minio.cleanup.queue" || process.Parent != publish.ID || process.Kind != "SPAN_KIND_CONSUMER" || process.Attributes["error.type"] != "CONFLICT" || process.Attributes["carpeta.intento"] != "2" {
		t.Errorf("%+v", process)
	}
	if next.Parent != process.ID || !got[3].Failed {
		t.Errorf("%+v %+v", next, got[3])
	}
	if last := r.published[len(r.published)-1].Traceparent; last != left {
		t.Errorf("a message that is not traced carries %q", last)
	}
	if strings.Contains(w.to.Text(), "anamaria") {
		t.Error("a span has an error's text, or a subject")
	}
}

// executes counts what it is given.
type executes struct {
	outbox.Sagas

	ctx context.Context
}

func (x *executes) Avanzar(ctx context.Context, ds []eliminacion.EnMano) []eliminacion.Fin {
	x.ctx = ctx
	return make([]eliminacion.Fin, len(ds))
}

// TestAGroup: deletions of several requests that are executed together are in the trace of each.
func TestAGroup(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	other := strings.Replace(sampled, "0af7", "1111", 1)
	ds := make([]eliminacion.EnMano, 4)
	ds[1].Traza, ds[2].Traza, ds[3].Traza = sampled, other, left
	x := &executes{}
	if n := len(w.Sagas(x).Avanzar(t.Context(), ds)); n != 4 || caller.TraceID(x.ctx) != theTrace {
		t.Errorf("%d have ended, in the trace %s", n, caller.TraceID(x.ctx))
	}
	if w.Sagas(x).Avanzar(t.Context(), ds[:1]); caller.TraceID(x.ctx) != "" {
		t.Error("what nobody traces is traced")
	}
	got := w.spans(t)
	if len(got) != 2 || got[0].Trace == got[1].Trace {
		t.Fatalf("%+v", got)
	}
	second, first := got[0], got[1]
	if first.Trace != theTrace || first.Attributes["carpeta.eliminaciones"] != "4" || second.Attributes["carpeta.eliminaciones"] != "4" {
		t.Errorf("%+v\n%+v", first, second)
	}
}

// TestCalls: of a call the system and its outcome are known; no address. They are counted for operations that are
// not traced, too.
func TestCalls(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ctx, calls := traces.CountCalls(t.Context())
	if ended := w.Exchange(ctx, "GetItem", "documento.Documento"); ended != nil {
		t.Error("a call of nobody has a span")
	}
	if ended := (*traces.Traces)(nil).Exchange(ctx, "GetItem", "x"); ended != nil || calls() != 2 {
		t.Errorf("%d calls", calls())
	}
	ctx, end := w.Operation(ctx, "query", "{ a }")
	w.Exchange(ctx, "Query", "documento.Pagina")(http.StatusBadRequest, nil)
	failing := w.Calls(roundTrip(func(*http.Request) (*http.Response, error) { return nil, errors.New("anamaria") }))
	r, _ := http.NewRequestWithContext(ctx, http.MethodDelete, "http://s3.example.org/bucket/secreto-de-anamaria", nil)
	if _, err := failing.RoundTrip(r); err == nil {
		t.Error("the error is lost")
	}
	end("OK")
	got := w.spans(t)
	if calls() != 3 || len(got) != 3 {
		t.Fatalf("%d calls, %+v", calls(), got)
	}
	if s := got[0]; s.Name != "DynamoDB.Query" || s.Attributes["db.system.name"] != "aws.dynamodb" || s.Attributes["carpeta.store.operation"] != "documento.Pagina" || s.Attributes["error.type"] != "400" {
		t.Errorf("%+v", s)
	}
	if s := got[1]; s.Name != "DELETE" || s.Kind != "SPAN_KIND_CLIENT" || s.Attributes["server.address"] != "s3.example.org" || !s.Failed {
		t.Errorf("%+v", s)
	}
	if strings.Contains(w.to.Text(), "anamaria") {
		t.Error("a span has an address, or an error's text")
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestACollectorThatIsAway: nothing waits for it, it is told once, and what was lost can be seen.
func TestACollectorThatIsAway(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.to.Answer(http.StatusServiceUnavailable)
	const n = 10_000 // more than the queue holds
	for range n {
		_, end := w.Operation(context.Background(), "query", "{ a }")
		end("OK")
	}
	if got := w.spans(t); len(got) != 0 {
		t.Errorf("%d spans", len(got))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.count[traces.Made] != n || w.count[traces.Sent] != 0 {
		t.Errorf("%v", w.count)
	}
	if lines := strings.Count(w.log.String(), "traces cannot be sent"); lines != 1 {
		t.Errorf("%d lines:\n%s", lines, w.log.String())
	}
}

// TestHeaders: a collector that wants to know its senders gets what stands in the file now, and nobody else reads it.
func TestHeaders(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "cabeceras")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, bad := range []string{"", "\n", "secreto", "secreto: \x00\nsecreto"} {
		write(bad)
		if _, err := traces.New(traces.Config{URL: "http://127.0.0.1:9/v1/traces", Headers: file}); err == nil || strings.Contains(err.Error(), "secreto") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	write("Authorization: Bearer viejo")
	w := newWorld(t, func(c *traces.Config) { c.Headers = file })
	write("X-Equipo: carpeta\nAuthorization: Bearer nuevo\nContent-Type: text/plain\n")
	_, end := w.Operation(context.Background(), "query", "{ a }")
	end("OK")
	if got := w.spans(t); len(got) != 1 {
		t.Fatalf("%d spans: the collector did not understand what came:\n%s", len(got), w.log.String())
	}
	if h := w.to.Headers(); h.Get("Authorization") != "Bearer nuevo" || h.Get("X-Equipo") != "carpeta" {
		t.Errorf("%v", h)
	}
}

// TestACrowd: of the answers to very many subscribers only some have a span.
func TestACrowd(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	const crowd = 100_000
	for range crowd {
		w.Answered(sampled, time.Now())
	}
	w.spans(t)
	w.mu.Lock()
	defer w.mu.Unlock()
	if made := w.count[traces.Made]; made < 200 || made > crowd/2 {
		t.Errorf("%d spans", made)
	}
}

// TestOff: without Traces everything is what it was.
func TestOff(t *testing.T) {
	var off *traces.Traces
	b, x := &remembers{}, &executes{}
	if off.Broker(b) != broker.Broker(b) || off.Sagas(x) != outbox.Sagas(x) {
		t.Error("something stands around what is not traced")
	}
	ctx := caller.WithTrace(t.Context(), sampled)
	if got := off.Traceparent(ctx); got != sampled {
		t.Errorf("the caller's trace is told on as %q", got)
	}
	if n := testing.AllocsPerRun(100, func() { off.Traceparent(ctx); off.Exchange(ctx, "GetItem", "x") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestLeftOutCostsLittle: what is not picked pays for its context alone.
func TestLeftOutCostsLittle(t *testing.T) {
	w := newWorld(t, func(cfg *traces.Config) { cfg.Ratio = 0 })
	h := w.Requests(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		ctx, end := w.Operation(r.Context(), "query", "{ a }")
		_, ended := w.Field(ctx, "Query.carpeta")
		w.Exchange(ctx, "Query", "x")
		ended()
		end("OK")
	}))
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/graphql", nil)
	rec := httptest.NewRecorder()
	if n := testing.AllocsPerRun(100, func() { h.ServeHTTP(rec, r) }); n > 4 {
		t.Errorf("%v allocations", n)
	}
	w.spans(t)
}
