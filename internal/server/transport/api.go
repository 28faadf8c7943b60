package transport

import (
	"context"
	"fmt"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/drain"
	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
	"github.com/carpeta-ciudadana/servidor/internal/server/socket"
	"github.com/carpeta-ciudadana/servidor/internal/server/sse"
)

// API is /graphql: POST, GET, WebSocket and event streams over one engine.
type API struct {
	cfg         Config
	connections *drain.Connections
	sockets     *socket.Sockets
	requests    *requests
}

// New makes the API. Drain it before the process ends.
func New(cfg Config) *API {
	cfg = cfg.withDefaults()
	if cfg.Revocations != nil {
		cfg.Tokens = cfg.Revocations.Guard(cfg.Tokens)
	}
	var (
		shows    = present.Presenter{Log: cfg.Log}
		proves   = caller.Verifier{Tokens: cfg.Tokens, Within: cfg.Limits.Verify, Revocations: cfg.Revocations}
		open     = drain.New()
		subjects = budget.New(budget.Config{Quota: cfg.Quota, Refusals: cfg.Refusals, Messages: cfg.Messages, Limits: cfg.Limits, Metrics: cfg.Metrics, Shed: cfg.Shed})
		runs     = engine.New(engine.Config{
			Schema: cfg.Schema, Scalars: cfg.Scalars, WithLoaders: cfg.WithLoaders, Limits: cfg.Limits, Budget: subjects, Introspection: cfg.Introspection,
			Trust: cfg.Trust, Trusted: cfg.Trusted, Presenter: shows, Metrics: cfg.Metrics, Log: cfg.Log, Clock: cfg.Clock,
		})
	)
	return &API{
		cfg: cfg, connections: open,
		sockets: socket.New(socket.Config{
			Engine: runs, Budget: subjects, Connections: open, Verifier: proves, Presenter: shows, Limits: cfg.Limits,
			Metrics: cfg.Metrics, Log: cfg.Log, Clock: cfg.Clock,
		}),
		requests: &requests{
			engine: runs, budget: subjects, verifier: proves, presenter: shows, limits: cfg.Limits, clock: cfg.Clock,
			streams: sse.New(sse.Config{
				Engine: runs, Budget: subjects, Connections: open, Presenter: shows, Denied: proves.Denied, Limits: cfg.Limits, Clock: cfg.Clock,
			}),
		},
	}
}

// Waiting is how many unknown documents and long bodies wait to be read.
func (a *API) Waiting() int { return a.requests.engine.Waiting() }

// Deny ends the sockets and event streams of callers who are denied now.
func (a *API) Deny() {
	a.connections.Deny(caller.Verifier{Revocations: a.cfg.Revocations}.Denied)
}

// Drain ends the subscriptions, lets queries and mutations finish, and returns
// when no socket and no event stream is left, or ctx ends; then it cuts them off.
// Nothing tells the clients that their subscriptions are complete, so they come
// back, to another process or to this one's successor.
func (a *API) Drain(ctx context.Context) error {
	if err := a.connections.Drain(ctx); err != nil {
		return fmt.Errorf("transport: %w", err)
	}
	return nil
}

func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if p := checkOrigin(r, a.cfg.Origins, a.cfg.Proxies); p != nil {
		p.Send(w, r, reply.JSON, a.requests.presenter)
		return
	}
	peer := caller.PeerOf(r.RemoteAddr, r.Header.Values("X-Forwarded-For"), a.cfg.Proxies)
	r = r.WithContext(caller.WithPeer(r.Context(), peer))
	switch {
	case socket.IsUpgrade(r):
		a.sockets.Serve(w, r)
	case r.Method == http.MethodGet, r.Method == http.MethodPost:
		a.requests.serve(w, r)
	default:
		media, _ := reply.Negotiate(r, a.cfg.Limits.Header)
		reply.MethodNotAllowed("GET, POST", "Use POST, o GET para consultas.").Send(w, r, media, a.requests.presenter)
	}
}
