package transport

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/netip"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
)

// Config is what the API is made of. Schema, Verificador and WithLoaders are
// required; the rest has defaults.
type Config struct {
	Schema      graphql.ExecutableSchema
	Verificador auth.Verificador
	// WithLoaders prepares the context of one response, or of one event of a subscription.
	WithLoaders func(context.Context) context.Context

	Limits limits.Limits
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

	Metrics Metrics
	Log     *slog.Logger
	Clock   func() time.Time
}

func (c Config) withDefaults() Config {
	c.Limits = c.Limits.WithDefaults()
	if c.Metrics == nil {
		c.Metrics = noMetrics{}
	}
	setDefault(&c.Log, slog.Default())
	setDefault(&c.Trust, TrustOff)
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Quota == nil {
		c.Quota = quota.New(quota.Config{}, c.Clock)
	}
	if c.Refusals == nil {
		c.Refusals = quota.New(quota.Config{}, c.Clock)
	}
	return c
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Metrics counts what goes through the API. All methods may be called at any time.
type Metrics interface {
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

type noMetrics struct{}

func (noMetrics) ObserveRequest(string, string, time.Duration) {}
func (noMetrics) SubscriptionsOpen(int)                        {}
func (noMetrics) SocketsOpen(int)                              {}
func (noMetrics) Refused(string)                               {}

func newRequestID() string { return rand.Text() }
