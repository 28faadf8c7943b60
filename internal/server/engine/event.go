package engine

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// Step does the pending work of a subscription; emit gets each event with its answer, and
// says whether anybody takes more.
func (e *Engine) Step(ctx context.Context, s *Subscription, emit func(*eliminacion.Eliminacion, *Answer) bool) (done bool, err error) {
	done = true // after a panic
	defer e.recovering(ctx, &err)
	taken := true
	done, err = s.stream.Step(ctx, func(ctx context.Context, event *eliminacion.Eliminacion) {
		taken = taken && emit(event, e.answer(ctx, s, event))
	})
	return done || !taken, err
}

// answer answers one event, with the answer that others got if possible.
func (e *Engine) answer(ctx context.Context, s *Subscription, event *eliminacion.Eliminacion) *Answer {
	k := answerKey{s.question, event}
	if s.question.shared {
		if given, ok := e.answers.Get(k); ok {
			return given
		}
	}
	resp := e.resolve(ctx, s, event)
	given := &Answer{resp, present.Encode(resp)}
	if s.question.shared {
		e.answers.put(k, given)
	}
	return given
}

// resolve resolves the subscription's field for one event, with loaders of its own, so
// that nothing it shows is stale.
func (e *Engine) resolve(ctx context.Context, s *Subscription, event *eliminacion.Eliminacion) *graphql.Response {
	respond, ctx := e.exec.DispatchOperation(e.cfg.WithLoaders(hub.WithEvent(ctx, event)), e.contextOf(s))
	if resp := respond(ctx); resp != nil {
		return e.capped(resp)
	}
	return e.cfg.Presenter.Failure(ctx, context.Canceled)
}

// contextOf is an executor's context for one event.
func (e *Engine) contextOf(s *Subscription) *graphql.OperationContext {
	variables := make(map[string]any, len(s.variables))
	for _, v := range s.variables {
		variables[v.name] = v.value
	}
	return &graphql.OperationContext{
		OperationName: s.question.operation.Name,
		Doc:           s.question.doc, Operation: s.question.operation, Variables: variables,
		DisableIntrospection: !e.cfg.Introspection, RecoverFunc: e.cfg.Presenter.Recovered,
		ResolverMiddleware: untouched, RootResolverMiddleware: untouchedRoot,
	}
}

func untouched(ctx context.Context, next graphql.Resolver) (any, error) { return next(ctx) }

func untouchedRoot(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	return next(ctx)
}
