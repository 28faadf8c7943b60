package transport_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/localbroker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
	"github.com/carpeta-ciudadana/servidor/resolvers"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

// bench is a whole embedded server: real stores, broker, saga and resolvers.
type bench struct {
	t       testing.TB
	api     *transport.API
	server  *listener.Server
	hub     *hub.Hub
	log     *logs.Log
	meter   *meter
	emisor  *auth.Emisor
	carpeta carpeta.Carpeta
	token   string // of the carpeta's owner
	docs    []documento.Documento
}

// meter remembers its figures.
type meter struct {
	mu            sync.Mutex
	requests      []string // kind code
	subscriptions int
	sockets       int
	refused       map[string]int
}

func (m *meter) ObserveRequest(kind, code string, _ time.Duration) {
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

func (*meter) Published(string, string)            {}
func (*meter) PublishFailed(string)                {}
func (*meter) Swept(int)                           {}
func (*meter) SagaTerminada(string, time.Duration) {}
func (*meter) AccionDeOperador(string, string)     {}
func (*meter) MensajesReencolados(string, int)     {}

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
	r, run := b.parts(log)
	cfg := transport.Config{
		Schema: graph.NewExecutableSchema(graph.Config{Resolvers: r}),
		Tokens: b.emisor.Verifier(), WithLoaders: r.WithLoaders, Introspection: true, Metrics: b.meter, Log: log,
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
	public.API = b.api
	handler := site.New(public)
	if ad.wrap != nil {
		handler = ad.wrap(handler)
	}
	b.server = listener.New(listener.Config{Name: "api", Addr: "127.0.0.1:0", Handler: handler, Drain: b.api.Drain, Log: log})
	var stack service.Stack
	for _, s := range append(run, service.Service(b.server)) {
		b.must(stack.Start(t.Context(), s))
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := stack.Stop(ctx); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return b
}

// parts opens the embedded adapters, with one carpeta of 30 documents, and puts the use cases on them.
func (b *bench) parts(log *slog.Logger) (*resolvers.Resolver, []service.Service) {
	t, dir := b.t, b.t.TempDir()
	store, err := boltstore.Open(boltstore.Config{Dir: dir, Clock: time.Now})
	b.must(err)
	t.Cleanup(func() { b.must(store.Close()) })
	objetos, err := diskblob.New(diskblob.Config{Dir: dir + "/objetos", Key: bytes.Repeat([]byte{7}, 32), BaseURL: func() string { return b.server.URL() }})
	b.must(err)
	b.must(objetos.Bootstrap(t.Context()))
	t.Cleanup(func() { b.must(objetos.Close()) })
	mq := localbroker.New(localbroker.Config{Log: log})
	t.Cleanup(func() { b.must(mq.Close()) })
	codec, err := relay.NewCodec(relay.Key{ID: "k", Secret: bytes.Repeat([]byte{9}, 32)})
	b.must(err)
	b.emisor, err = auth.OpenEmisor(dir, time.Now)
	b.must(err)

	board := outbox.NewBoard(outbox.DefaultConfig, outbox.NewRuntime(time.Now))
	dispatcher := outbox.NewDispatcher(board, mq, b.meter, log)
	cs := &carpeta.Servicio{Store: store}
	ds := &documento.Servicio{Store: store, Carpetas: cs, Objetos: objetos, Cursores: codec, Clock: time.Now, NewID: newID,
		Limites: documento.Limites{MaxTamano: 1 << 20, CargaVence: time.Minute, DescargaVence: time.Minute}}
	es := &eliminacion.Servicio{Store: store, Carpetas: store, Documentos: store, Objetos: objetos, Despacho: dispatcher, Metrics: b.meter,
		Cursores: codec, Plazos: eliminacion.PlazosNormales, Clock: time.Now, NewID: newID, Log: log}
	sweeper := outbox.NewSweeper(outbox.SweeperConfig{Board: board, Store: store, Sagas: es, Sender: dispatcher, Ready: mq.Ready, Metrics: b.meter, Log: log})
	b.seed(store)

	ops := &operacion.Servicio{Sagas: es, Cartas: mq, Despacho: dispatcher, Metrics: b.meter, Cursores: codec, Plazos: operacion.PlazosNormales,
		Clock: time.Now, Log: log}
	parts := []service.Service{
		service.NewLoop("dispatcher", dispatcher.Run), service.NewLoop("sweeper", sweeper.Run),
		service.NewLoop("events", func(ctx context.Context) error {
			return mq.Listen(ctx, broker.EventKeys, func(m broker.Message) {
				if aviso, err := eliminacion.ReadAviso(m); err == nil {
					b.hub.Publish(aviso)
				}
			}, b.hub.Missed)
		}),
	}
	for _, q := range broker.Queues {
		parts = append(parts, service.NewLoop(q.Name, func(ctx context.Context) error { return mq.Consume(ctx, q.Name, es.Handler(q.Name)) }))
	}
	return &resolvers.Resolver{Carpetas: cs, Documentos: ds, Eliminaciones: es, Operacion: ops, Hub: b.hub, Traza: caller.Traceparent}, parts
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func (b *bench) seed(store documento.Sembrador) {
	rand := semilla.NewRand(1)
	b.carpeta = semilla.NewCarpeta(rand, []string{"operador-1"})
	for d := range semilla.Generate(rand, b.carpeta, 30) {
		if !d.Certificado {
			b.docs = append(b.docs, d)
		}
	}
	b.carpeta.TotalDocumentos = int64(len(b.docs))
	b.must(store.Sembrar(b.t.Context(), b.carpeta, b.docs))
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
	a := answer{status: resp.StatusCode, header: resp.Header, body: string(body)}
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
