package transport_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
	"github.com/carpeta-ciudadana/servidor/resolvers"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

// bench is a whole embedded server: real stores, broker, saga and resolvers.
type bench struct {
	t       testing.TB
	api     *transport.API
	server  *listener.Server
	handler http.Handler
	r       *resolvers.Resolver
	hub     *hub.Hub
	log     *logs.Log
	meter   *meter
	emisor  *auth.Emisor
	carpeta carpeta.Carpeta
	token   string // of the carpeta's owner
	docs    []documento.Documento
	client  *http.Client // of sockets; nil: the default
}

// meter remembers its figures.
type meter struct {
	world.NoMetrics
	mu            sync.Mutex
	requests      []string // kind code
	subscriptions int
	sockets       int
	refused       map[string]int
}

func (m *meter) ObserveRequest(kind, _, code string, _ time.Duration, _ string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, kind+" "+code)
}

func (m *meter) SubscriptionsOpen(d int) { m.mu.Lock(); m.subscriptions += d; m.mu.Unlock() }
func (m *meter) Refused(what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refused == nil {
		m.refused = map[string]int{}
	}
	m.refused[what]++
}
func (m *meter) SocketsOpen(d int) { m.mu.Lock(); m.sockets += d; m.mu.Unlock() }

func (m *meter) open() (subscriptions, sockets int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.subscriptions, m.sockets
}

func (m *meter) last() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.requests) == 0 {
		return ""
	}
	return m.requests[len(m.requests)-1]
}

type adapt struct {
	site *site.Config
	wrap func(http.Handler) http.Handler
}

// start runs a server with these settings until the test ends.
func start(t testing.TB, change ...func(*transport.Config)) *bench {
	return startSite(t, adapt{}, change...)
}

func startSite(t testing.TB, ad adapt, change ...func(*transport.Config)) *bench {
	b := &bench{t: t, log: &logs.Log{}, meter: &meter{}, hub: hub.New(func() {})}
	log := slog.New(slog.NewJSONHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	r := b.open(log)
	b.r = r
	cfg := transport.Config{
		Schema:  graph.NewExecutableSchema(graph.Config{Resolvers: r}),
		Scalars: graph.Scalars(), Tokens: b.emisor.Verifier(), WithLoaders: r.WithLoaders, Introspection: true, Metrics: b.meter, Log: log,
	}
	for _, c := range change {
		c(&cfg)
	}
	b.api = transport.New(cfg)
	public := site.Config{Log: log}
	if ad.site != nil {
		public = *ad.site
		public.Log = log
	}
	public.API, public.Hosts = b.api, []string{"x", "malo.example"} // for which the tests ask
	handler := site.New(public)
	if ad.wrap != nil {
		handler = ad.wrap(handler)
	}
	b.handler = handler
	b.server = listener.New(listener.Config{Name: "api", Addr: "127.0.0.1:0", Handler: handler, Drain: b.api.Drain, Log: log})
	b.must(b.server.Start(t.Context()))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := b.server.Stop(ctx); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return b
}

// open opens the embedded system, with one carpeta of 30 documents, and lets it run.
func (b *bench) open(log *slog.Logger) *resolvers.Resolver {
	dir := b.t.TempDir()
	w := world.New(b.t, world.Config{Dir: dir, BaseURL: func() string { return b.server.URL() }, Metrics: b.meter, Log: log})
	var err error
	b.emisor, err = auth.OpenEmisor(dir, time.Now)
	b.must(err)
	b.seed(w.Store)
	world.Run(b.t, append(w.Consumers(), w.Dispatcher.Run, w.Sweeper.Run, func(ctx context.Context) error {
		return w.Broker.Listen(ctx, broker.EventKeys, func(m broker.Message) {
			if aviso, err := eliminacion.ReadAviso(m); err == nil {
				b.hub.Publish(aviso)
			}
		}, b.hub.Missed)
	})...)
	return &resolvers.Resolver{Carpetas: w.Carpetas, Documentos: w.Documentos, Eliminaciones: w.Eliminaciones, Operacion: w.Operacion, Consentimiento: w.Consentimiento, Tipos: tipo.DelProgramaSolo, Hub: b.hub, Seguidas: hub.Batched(w.Eliminaciones.Store), Traza: caller.Traceparent}
}

func (b *bench) seed(store documento.Sembrador) {
	rand := semilla.NewRand(1)
	b.carpeta = semilla.NewCarpeta(rand, []string{"operador-1"})
	for d := range semilla.Generate(rand, b.carpeta, 30) {
		if !d.Certificado {
			b.docs = append(b.docs, d)
		}
	}
	b.carpeta.TotalDocumentos = int64(len(b.docs))
	b.must(store.Sembrar(b.t.Context(), b.carpeta, b.docs, world.Hecho()))
	b.token = b.issue(b.carpeta.CiudadanoID, time.Hour)
}

func (b *bench) issue(sub string, ttl time.Duration) string {
	token, err := b.emisor.Issue(sub, auth.Ciudadano, "", ttl)
	b.must(err)
	return token
}

func (b *bench) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// answer is what the server said.
type answer struct {
	status int
	header http.Header
	body   string
	last   bool // of its connection
	// Errors and Data are the GraphQL of it, if it is.
	Errors []struct {
		Message    string         `json:"message"`
		Path       []any          `json:"path"`
		Extensions map[string]any `json:"extensions"`
	} `json:"errors"`
	Data json.RawMessage `json:"data"`
}

func (a answer) code() string {
	if len(a.Errors) == 0 {
		return ""
	}
	code, _ := a.Errors[0].Extensions["code"].(string)
	return code
}

// request is one HTTP request; the zero value is a POST of nothing.
type request struct {
	method, path, body string
	header             map[string]string
}

func (b *bench) do(r request) answer {
	b.t.Helper()
	if r.method == "" {
		r.method = http.MethodPost
	}
	if r.path == "" {
		r.path = "/graphql"
	}
	req, err := http.NewRequestWithContext(b.t.Context(), r.method, b.server.URL()+r.path, strings.NewReader(r.body))
	b.must(err)
	for name, value := range r.header {
		if name == "Host" {
			req.Host = value
		}
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	b.must(err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	b.must(err)
	a := answer{status: resp.StatusCode, header: resp.Header, body: string(body), last: resp.Close}
	_ = json.Unmarshal(body, &a) // not every answer is JSON
	return a
}

// query posts an operation as the carpeta's owner.
func (b *bench) query(query string, variables map[string]any) answer {
	b.t.Helper()
	return b.do(request{body: operation(query, variables), header: map[string]string{
		"Content-Type": "application/json", "Authorization": "Bearer " + b.token,
	}})
}

func operation(query string, variables map[string]any) string {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		panic(err)
	}
	return string(body)
}

// patience only keeps a broken test from hanging.
const patience = 3 * time.Minute

// eventually polls for what another goroutine brings about.
func (b *bench) eventually(what string, holds func() bool) {
	b.t.Helper()
	deadline := time.Now().Add(patience)
	for !holds() {
		if time.Now().After(deadline) {
			b.t.Fatal("never happened: " + what)
		}
		time.Sleep(2 * time.Millisecond)
	}
}
