package transport

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/netip"
	"runtime"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// Config is what the API is made of. Schema, Verificador and WithLoaders are
// required; the rest has defaults.
type Config struct {
	Schema      graphql.ExecutableSchema
	Verificador auth.Verificador
	// WithLoaders prepares the context of one response, or of one event of a subscription.
	WithLoaders func(context.Context) context.Context

	Limits Limits
	// Introspection allows __schema and __type, and suggestions in validation errors.
	Introspection bool
	// Origins are those of other sites whose pages may use the API, as
	// https://app.example.org. A page of the server's own host always may; so may
	// programs, which send no Origin.
	Origins []string
	// Proxies are the addresses of ours whose X-Forwarded-For is believed.
	Proxies []netip.Prefix
	// Trust says what becomes of documents that are not in Trusted; off if empty.
	Trust   Trust
	Trusted Manifest
	// Quota is what one subject may take; nil: everything.
	Quota *quota.Ledger
	// Refusals is how much of one subject may be refused before it is not read any
	// more; nil: everything is read.
	Refusals *quota.Ledger

	Metricas Metricas
	Log      *slog.Logger
	Reloj    func() time.Time
}

// Limits bound what one client can cost. A zero value gets the default.
type Limits struct {
	Body       int64 // bytes of a POST body; 1 MiB
	Tokens     int   // lexical tokens of a document; 5,000
	Nodes      int   // selections of a document after expanding fragments; 2,000
	Repeats    int   // fields that are merged into one; 50
	Fragments  int   // fragment definitions; 100
	Depth      int   // nested fields, introspection apart; 15
	Aliases    int   // aliased fields, introspection apart; 50
	Directives int   // directives of a document, fragments expanded; 50
	Cost       int   // price of an operation, see cost.go; 20,000
	Errors     int   // errors in one response; 5
	CacheKiB   int   // documents kept parsed, by estimated size; 16 MiB

	Request time.Duration // longest query or mutation; 10 s

	Init      time.Duration // a socket's connection_init is due after this; 10 s
	Ping      time.Duration // between two pings of a socket; 25 s
	Pong      time.Duration // a socket that does not answer a ping for this long is dead; 10 s
	Write     time.Duration // longest write of one message to a socket or stream; 10 s
	KeepAlive time.Duration // between two comments on an event stream; 15 s
	Message   int64         // bytes of a socket's message; 256 KiB
	PerSocket int           // operations at a time on one socket; 100
	Working   int           // of these, how many are worked on before the first answer is out; the others wait; 4
	Sockets   int           // sockets and event streams of one subject at a time; 64
	Verify    time.Duration // longest verification of a token; 5 s

	Silent  int           // sockets of one address that have not said who they are; 256
	Unread  int           // operations of a subject without a budget of refusals until its socket is closed; 10
	Reading int           // documents read at a time; half of the processors
	Hold    time.Duration // how long a refusal waits that is one of too many; 25 ms
	Held    int           // refusals that wait at a time; 1,024
}

func (l Limits) withDefaults() Limits {
	setDefault(&l.Body, 1<<20)
	setDefault(&l.Tokens, 5000)
	setDefault(&l.Nodes, 2000)
	setDefault(&l.Repeats, 50)
	setDefault(&l.Fragments, 100)
	setDefault(&l.Depth, 15)
	setDefault(&l.Aliases, 50)
	setDefault(&l.Directives, 50)
	setDefault(&l.Cost, 20_000)
	setDefault(&l.Errors, 5)
	setDefault(&l.CacheKiB, 16<<10)
	setDefault(&l.Request, 10*time.Second)
	setDefault(&l.Init, 10*time.Second)
	setDefault(&l.Ping, 25*time.Second)
	setDefault(&l.Pong, 10*time.Second)
	setDefault(&l.Write, 10*time.Second)
	setDefault(&l.KeepAlive, 15*time.Second)
	setDefault(&l.Message, 256<<10)
	setDefault(&l.PerSocket, 100)
	setDefault(&l.Working, 4)
	setDefault(&l.Sockets, 64)
	setDefault(&l.Verify, 5*time.Second)
	setDefault(&l.Silent, 256)
	setDefault(&l.Unread, 10)
	setDefault(&l.Reading, max(1, runtime.GOMAXPROCS(0)/2))
	setDefault(&l.Hold, 25*time.Millisecond)
	setDefault(&l.Held, 1024)
	return l
}

func (c Config) withDefaults() Config {
	c.Limits = c.Limits.withDefaults()
	if c.Metricas == nil {
		c.Metricas = sinMetricas{}
	}
	setDefault(&c.Log, slog.Default())
	setDefault(&c.Trust, TrustOff)
	if c.Reloj == nil {
		c.Reloj = time.Now
	}
	if c.Quota == nil {
		c.Quota = quota.New(quota.Config{}, c.Reloj)
	}
	if c.Refusals == nil {
		c.Refusals = quota.New(quota.Config{}, c.Reloj)
	}
	return c
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Metricas counts what goes through the API. All methods may be called at any time.
type Metricas interface {
	// ObserveRequest is called once per operation. operacion is query, mutation,
	// subscription, or invalid for what never became one; codigo is OK or the code
	// of the first error. A subscription's duration is its whole life.
	ObserveRequest(operacion, codigo string, d time.Duration)
	// SubscriptionsOpen and SocketsOpen move the gauges up and down.
	SubscriptionsOpen(delta int)
	SocketsOpen(delta int)
	// Refused counts what was refused before it became an operation: solicitud,
	// documento, token, socket, or sin_leer.
	Refused(que string)
}

type sinMetricas struct{}

func (sinMetricas) ObserveRequest(string, string, time.Duration) {}
func (sinMetricas) SubscriptionsOpen(int)                        {}
func (sinMetricas) SocketsOpen(int)                              {}
func (sinMetricas) Refused(string)                               {}

func newRequestID() string { return rand.Text() }
