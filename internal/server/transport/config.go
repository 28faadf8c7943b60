package transport

import (
	"cmp"
	"context"
	"log/slog"
	"net/netip"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
	"github.com/carpeta-ciudadana/servidor/internal/server/socket"
)

// Config holds the parts of the API. Schema, Tokens and WithLoaders are
// required; the rest has defaults.
type Config struct {
	Schema  graphql.ExecutableSchema
	Scalars admission.Scalars // that read the values of the schema's own scalars
	Tokens  auth.Verifier
	// Revocations are valid tokens that are refused; nil: none.
	Revocations *auth.Revocations
	// MustSay are the roles that must state the purpose of a request, and its legal basis.
	MustSay []auth.Role
	// StepUp says for which acts a caller has to sign in again; nil: none.
	StepUp auth.StepUp
	// Sesiones records sessions and refused tokens; nil: they are not recorded.
	Sesiones *auditoria.Sesiones
	// WithLoaders prepares the context of one response, or of one event of a subscription.
	WithLoaders func(context.Context) context.Context
	// Fields is middleware around the resolver of every field; nil: none.
	Fields graphql.FieldMiddleware

	Limits limits.Limits // one that is zero gets its default
	// TellCost adds extensions.costo to every answer; otherwise to those that ask with caller.CostHeader.
	TellCost bool
	// Introspection allows __schema and __type, and suggestions in validation errors.
	Introspection bool
	// Origins are those of other sites whose pages may use the API, as
	// https://app.example.org. A page of the server's own host always may; so may
	// programs, which send no Origin.
	Origins []string
	// Proxies are the networks of the proxies whose X-Forwarded-For is trusted.
	Proxies []netip.Prefix
	// Trust is the mode for documents that are not in Trusted; off if empty.
	Trust   admission.Trust
	Trusted admission.Manifest
	// Quota has the budgets of price; nil: no limit.
	Quota *quota.Ledger
	// Refusals has the budgets of refusals: without one the requests of a subject are not read; nil: no limit.
	Refusals *quota.Ledger
	// Messages has the budgets of the frames that sockets receive; nil: no limit.
	Messages *quota.Ledger

	// Shed refuses new work while memory is short; nil: never.
	Shed *shed.Gate

	Metrics Metrics
	// Tracer makes spans of operations; nil: nothing is traced.
	Tracer engine.Tracer
	// Slow is how long an operation may take before it is logged, with the calls that Calls counts; 0: none is.
	Slow  time.Duration
	Calls func(context.Context) (_ context.Context, calls func() int)
	Log   *slog.Logger
	Clock func() time.Time
}

// Metrics counts the requests and messages of the API. All methods may be called at any time.
type Metrics interface {
	engine.Metrics
	socket.Metrics
	budget.Metrics
}

func (c Config) withDefaults() Config {
	c.Limits = c.Limits.WithDefaults()
	if c.Metrics == nil {
		c.Metrics = noMetrics{}
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	c.Trust = cmp.Or(c.Trust, admission.TrustOff)
	if c.Clock == nil {
		c.Clock = time.Now
	}
	for _, l := range []**quota.Ledger{&c.Quota, &c.Refusals, &c.Messages} {
		if *l == nil {
			*l = quota.New(quota.Config{}, c.Clock)
		}
	}
	return c
}

type noMetrics struct{}

func (noMetrics) ObserveRequest(string, string, string, time.Duration, string) {}
func (noMetrics) SubscriptionsOpen(int)                                        {}
func (noMetrics) SocketsOpen(int)                                              {}
func (noMetrics) Refused(string)                                               {}
