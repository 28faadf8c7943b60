package engine

import (
	"cmp"
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// Engine is one executor for every transport.
type Engine struct {
	cfg    Config
	exec   *executor.Executor
	fields graphql.FieldMiddleware // around the fields of an event
	gate   *admission.Gate

	// Of the open subscriptions.
	answers   *answers
	questions *questions
}

// New makes an Engine.
func New(cfg Config) *Engine {
	exec := executor.New(cfg.Schema)
	exec.SetErrorPresenter(cfg.Presenter.Present)
	exec.SetRecoverFunc(cfg.Presenter.Recovered)
	exec.AroundRootFields(encode.Within)
	fields := passThrough
	if cfg.Fields != nil {
		exec.AroundFields(cfg.Fields)
		fields = cfg.Fields
	}
	if cfg.Tracer != nil {
		exec.AroundRootFields(aroundRoots(cfg.Tracer))
	}
	return &Engine{cfg: cfg, exec: exec, fields: fields, answers: newAnswers(cfg.Budget, cfg.Limits.KeptAllKiB<<10), questions: newQuestions(cfg.Budget), gate: admission.New(admission.Config{
		Executor: exec, Schema: cfg.Schema.Schema(), Scalars: cfg.Scalars, Limits: cfg.Limits, Budget: cfg.Budget,
		Introspection: cfg.Introspection, Trust: cfg.Trust, Trusted: cfg.Trusted, CheckMutations: cfg.CheckMutations, Log: cfg.Log,
	})}
}

func passThrough(ctx context.Context, next graphql.Resolver) (any, error) { return next(ctx) }

// Waiting is how many unknown documents and long bodies wait to be read.
func (e *Engine) Waiting() int { return e.gate.Waiting() }

// Decode reads the JSON of a request.
func (e *Engine) Decode(ctx context.Context, body []byte) (*graphql.RawParams, *fault.Error) {
	return e.gate.Decode(ctx, body)
}

// Prepare turns a request into an operation that is safe to run and paid for, or into errors that may be shown. The refusal
// is charged, unless the client did nothing wrong: its budget is empty, the server is busy, or it asked for a persisted
// query by its hash, as clients do first.
func (e *Engine) Prepare(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	opCtx, errs := e.gate.Prepare(ctx, params)
	if len(errs) == 0 {
		return opCtx, nil
	}
	shown := e.cfg.Presenter.PresentAll(ctx, errs, e.cfg.Limits.Errors)
	switch fault.Code(present.CodeOf(shown)) {
	case fault.RateLimited, fault.Unavailable, fault.PersistedQueryNotFound:
	default:
		e.cfg.Budget.ChargeRefusal(ctx, budget.Document, len(params.Query))
	}
	return nil, shown
}

func (e *Engine) capped(resp *graphql.Response) *graphql.Response {
	resp.Errors = resp.Errors[:min(len(resp.Errors), e.cfg.Limits.Errors)]
	return resp
}

// invalid is the kind of a request that never became an operation, in the metrics.
const invalid = "invalid"

// Observe counts an operation that ended, or a request that never became one.
func (e *Engine) Observe(ctx context.Context, asked admission.Asked, code string, since time.Time) {
	e.cfg.Metrics.ObserveRequest(cmp.Or(asked.Kind, invalid), asked.Name, code, e.cfg.Clock().Sub(since), caller.TraceID(ctx))
}

// SubscriptionsOpen changes the number of open subscriptions.
func (e *Engine) SubscriptionsOpen(delta int) { e.cfg.Metrics.SubscriptionsOpen(delta) }
