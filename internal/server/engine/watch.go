package engine

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// watch observes an operation while it runs: for its span, and for the log of slow operations.
type watch struct {
	cfg   *Config
	opCtx *graphql.OperationContext
	since time.Time
	calls func() int // of the store; nil if nobody counts them
	end   func(code string)
}

// watching begins to observe an operation.
func watching(ctx context.Context, cfg *Config, opCtx *graphql.OperationContext) (context.Context, watch) {
	w := watch{cfg: cfg, opCtx: opCtx, end: func(string) {}}
	if cfg.Tracer != nil {
		ctx, w.end = cfg.Tracer.Operation(ctx, admission.KindOf(opCtx), opCtx.RawQuery)
	}
	if cfg.Slow > 0 {
		w.since = cfg.Clock()
		if cfg.Calls != nil {
			ctx, w.calls = cfg.Calls(ctx)
		}
	}
	return ctx, w
}

// done ends the observation; resp is nil after a panic.
func (w watch) done(ctx context.Context, resp *graphql.Response) {
	code := "PANIC"
	if resp != nil {
		code = present.CodeOf(resp.Errors)
	}
	w.end(code)
	if w.cfg.Slow > 0 {
		if took := w.cfg.Clock().Sub(w.since); took > w.cfg.Slow {
			w.log(ctx, code, took)
		}
	}
}

// maxName is how much of an operation's name is logged: the client has chosen it.
const maxName = 64

// log identifies a slow operation, without its text and values.
func (w watch) log(ctx context.Context, code string, took time.Duration) {
	name := w.opCtx.Operation.Name
	attrs := []any{
		"request_id", caller.RequestID(ctx), "tipo", admission.KindOf(w.opCtx), "operacion", name[:min(len(name), maxName)],
		"sha256", admission.HashOf(w.opCtx.RawQuery), "duracion", took, "codigo", code,
	}
	if w.calls != nil {
		attrs = append(attrs, "llamadas", w.calls())
	}
	w.cfg.Log.WarnContext(ctx, "slow operation", attrs...)
}

// aroundRoots makes spans of the resolvers of root fields, by their names in the schema.
func aroundRoots(t Tracer) graphql.RootFieldMiddleware {
	return func(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
		root := graphql.GetRootFieldContext(ctx)
		if root == nil || root.Field.Field == nil || root.Field.ObjectDefinition == nil {
			return next(ctx)
		}
		ctx, end := t.Field(ctx, root.Field.ObjectDefinition.Name+"."+root.Field.Name)
		defer end()
		return next(ctx)
	}
}

// traceBegin makes the span of a subscription's beginning; its answers belong to the traces of their events.
func traceBegin(ctx context.Context, t Tracer, opCtx *graphql.OperationContext) (context.Context, func(error)) {
	if t == nil {
		return ctx, func(error) {}
	}
	ctx, end := t.Operation(ctx, admission.KindOf(opCtx), opCtx.RawQuery)
	return ctx, func(err error) {
		if err != nil {
			end(string(fault.CodeOf(err)))
			return
		}
		end(present.OK)
	}
}

// traceEvent makes the span of an answer to an event that belongs to a trace.
func traceEvent(t Tracer, event any, since time.Time) {
	if t == nil {
		return
	}
	if of, is := event.(interface{ Traceparent() string }); is {
		t.Answered(of.Traceparent(), since)
	}
}
