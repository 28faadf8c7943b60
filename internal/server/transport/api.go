package transport

import (
	"context"
	"fmt"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/door"
	"github.com/carpeta-ciudadana/servidor/internal/server/drain"
	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
	"github.com/carpeta-ciudadana/servidor/internal/server/socket"
	"github.com/carpeta-ciudadana/servidor/internal/server/sse"
)

// API is /graphql: POST, GET, WebSocket and event streams over one engine.
type API struct {
	cfg      Config
	door     *door.Door
	sockets  *socket.Sockets
	requests *requests
}

// New makes the API. Drain it before the process ends.
func New(cfg Config) *API {
	cfg = cfg.withDefaults()
	if cfg.Revocations != nil {
		cfg.Tokens = cfg.Revocations.Guard(cfg.Tokens)
	}
	var (
		presenter   = present.Presenter{Log: cfg.Log}
		verifier    = caller.Verifier{Tokens: cfg.Tokens, Within: cfg.Limits.Verify, Revocations: cfg.Revocations, MustSay: cfg.MustSay, StepUp: cfg.StepUp, Clock: cfg.Clock, Sesiones: cfg.Sesiones}
		connections = drain.New()
		budgets     = budget.New(budget.Config{Quota: cfg.Quota, Refusals: cfg.Refusals, Messages: cfg.Messages, Limits: cfg.Limits, Metrics: cfg.Metrics, Shed: cfg.Shed, Clock: cfg.Clock})
		executor    = engine.New(engine.Config{
			Schema: cfg.Schema, Scalars: cfg.Scalars, WithLoaders: cfg.WithLoaders, Fields: cfg.Fields, Limits: cfg.Limits, Budget: budgets, TellCost: cfg.TellCost, Introspection: cfg.Introspection,
			Trust: cfg.Trust, Trusted: cfg.Trusted, CheckMutations: checkMutations(verifier), Presenter: presenter, Metrics: cfg.Metrics, Tracer: cfg.Tracer, Slow: cfg.Slow, Calls: cfg.Calls, Log: cfg.Log, Clock: cfg.Clock,
		})
	)
	entry := &door.Door{
		Origins: cfg.Origins, Proxies: cfg.Proxies, Verifier: verifier, Budget: budgets, Connections: connections, Presenter: presenter, Limits: cfg.Limits, Log: cfg.Log, Clock: cfg.Clock,
	}
	return &API{
		cfg: cfg, door: entry,
		sockets: socket.New(socket.Config{
			Engine: executor, Budget: budgets, Connections: connections, Verifier: verifier, Presenter: presenter, Limits: cfg.Limits,
			Metrics: cfg.Metrics, Log: cfg.Log, Clock: cfg.Clock,
		}),
		requests: &requests{
			engine: executor, budget: budgets, door: entry, presenter: presenter, limits: cfg.Limits, clock: cfg.Clock,
			streams: sse.New(sse.Config{
				Engine: executor, Budget: budgets, Connections: connections, Presenter: presenter, Denied: verifier.Denied, Limits: cfg.Limits, Clock: cfg.Clock,
			}),
		},
	}
}

// checkMutations is nil where no act needs another sign-in: then nobody looks at the mutations for it.
func checkMutations(v caller.Verifier) func(context.Context, []act.Mutation) *fault.Error {
	if len(v.StepUp) == 0 {
		return nil
	}
	return v.CheckMutations
}

// Door is the entry that other APIs of the same server share.
func (a *API) Door() *door.Door { return a.door }

// Waiting is how many unknown documents and long bodies wait to be read.
func (a *API) Waiting() int { return a.requests.engine.Waiting() }

// Searching is how many operations wait to search.
func (a *API) Searching() int { return a.requests.budget.Searching() }

// Deny ends the sockets and event streams of callers whose tokens are revoked now.
func (a *API) Deny() {
	a.door.Connections.Deny(caller.Verifier{Revocations: a.cfg.Revocations}.Denied)
}

// Drain ends the subscriptions, lets queries and mutations finish, and returns when no socket and no event stream is left.
// If ctx ends first, it cuts them. The clients get no complete message for their subscriptions, so that they reconnect, to
// another process or to the successor of this one.
func (a *API) Drain(ctx context.Context) error {
	if err := a.door.Connections.Drain(ctx); err != nil {
		return fmt.Errorf("transport: %w", err)
	}
	return nil
}

func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r, p := a.door.Enter(r)
	if p != nil {
		p.Send(w, r, reply.JSON, a.requests.presenter)
		return
	}
	switch {
	case socket.IsUpgrade(r):
		a.sockets.Serve(w, r)
	case r.Method == http.MethodGet, r.Method == http.MethodPost:
		a.requests.serve(w, r)
	default:
		media, _ := reply.Negotiate(r, a.cfg.Limits.Header)
		wrong := reply.MethodNotAllowed("GET, POST", "Use POST, o GET para consultas.")
		a.door.ChargeRefused(r.Context(), wrong).Send(w, r, media, a.requests.presenter)
	}
}
