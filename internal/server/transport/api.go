package transport

import (
	"context"
	"net/http"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

// Path is where the API is mounted.
const Path = "/graphql"

// API is /graphql: POST, GET, WebSocket and event streams over one executor.
type API struct {
	cfg     Config
	exec    *executor.Executor
	docs    *documents
	answers *answers

	persisted *persisted
	errors    presenter

	// draining is closed when subscriptions must end.
	draining chan struct{}
	once     sync.Once
	sockets  socketSet
	crew     crew          // works on the sockets and their subscriptions
	places   *quota.Places // sockets and event streams of each subject
	silent   silences      // sockets that have not said who they are
	reading  chan struct{} // places to read documents in
	held     chan struct{} // places for refusals to wait in

	socketLimits ws.Limits
}

// NewAPI makes the API. Drain it before the process ends.
func NewAPI(cfg Config) *API {
	cfg = cfg.withDefaults()
	a := &API{
		cfg: cfg, exec: executor.New(cfg.Schema), errors: presenter{cfg.Log},
		persisted: newPersisted(cfg.Trust, cfg.Trusted, cfg.Log),
		answers:   newAnswers(),
		docs:      newDocuments(cfg.Schema.Schema(), cfg.Limits, cfg.Introspection),
		draining:  make(chan struct{}), sockets: newSocketSet(roundOf(cfg.Limits)),
		places:       quota.NewPlaces(cfg.Limits.Sockets),
		socketLimits: socketLimits(cfg),
		silent:       newSilences(cfg.Limits.Silent),
		reading:      make(chan struct{}, cfg.Limits.Reading), held: make(chan struct{}, cfg.Limits.Held),
	}
	a.exec.SetErrorPresenter(a.errors.present)
	a.exec.SetRecoverFunc(a.errors.recovered)
	a.exec.SetQueryCache(given{})
	return a
}

// Drain ends the subscriptions, lets queries and mutations finish, and returns
// when no socket and no event stream is left, or ctx ends; then it cuts them off.
// Nothing tells the clients that their subscriptions are complete, so they come
// back, to another process or to this one's successor.
func (a *API) Drain(ctx context.Context) error {
	a.once.Do(func() { close(a.draining) })
	return a.sockets.drain(ctx)
}

func (a *API) isDraining() bool {
	select {
	case <-a.draining:
		return true
	default:
		return false
	}
}

func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if p := a.checkOrigin(r); p != nil {
		a.sendProblem(w, r, mediaJSON, p)
		return
	}
	r = r.WithContext(withPeer(r.Context(), r, a.cfg.Proxies))
	switch {
	case isUpgrade(r):
		a.serveSocket(w, r)
	case r.Method == http.MethodGet, r.Method == http.MethodPost:
		a.serveRequest(w, r)
	default:
		a.sendProblem(w, r, negotiate(r), methodNotAllowed("GET, POST", "Use POST, o GET para consultas."))
	}
}

func methodNotAllowed(allow, mensaje string) *problem {
	return &problem{status: http.StatusMethodNotAllowed, err: fault.New(fault.BadUserInput, mensaje), allow: allow}
}

// loaders prepares the context of one response.
func (a *API) loaders(ctx context.Context) context.Context { return a.cfg.WithLoaders(ctx) }

// respondOnce runs a query or a mutation within its deadline.
func (a *API) respondOnce(ctx context.Context, opCtx *graphql.OperationContext) *graphql.Response {
	leave, ok := a.cfg.Quota.Enter(subject(ctx))
	defer leave()
	if !ok {
		return a.failed(ctx, busy())
	}
	ctx, cancel := context.WithTimeout(ctx, a.cfg.Limits.Request)
	defer cancel()
	respond, ctx := a.exec.DispatchOperation(a.loaders(withBudget(ctx, opCtx)), opCtx)
	resp := respond(ctx)
	if resp == nil {
		return a.failed(ctx, context.DeadlineExceeded)
	}
	tellCost(ctx, resp)
	return a.capped(resp)
}

// failed is a response that never got data.
func (a *API) failed(ctx context.Context, err error) *graphql.Response {
	return failure(a.errors.present(ctx, err))
}

func failure(err *gqlerror.Error) *graphql.Response {
	return &graphql.Response{Errors: gqlerror.List{err}}
}

func (a *API) capped(resp *graphql.Response) *graphql.Response {
	resp.Errors = resp.Errors[:min(len(resp.Errors), a.cfg.Limits.Errors)]
	return resp
}
