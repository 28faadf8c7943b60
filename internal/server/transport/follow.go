package transport

import (
	"context"
	"errors"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// failures are errors that a subscription answered with before its first event.
type failures gqlerror.List

func (f failures) Error() string { return gqlerror.List(f).Error() }

var errNoStream = errors.New("transport: the resolver of a subscription left no stream")

// begin runs the resolver of a subscription, which decides whether there will be
// events, and returns where they come from. A panic is an error.
func (a *API) begin(ctx context.Context, opCtx *graphql.OperationContext) (s *hub.Stream, err error) {
	defer a.recovering(ctx, &err)
	ctx, place := hub.WithPlace(ctx)
	respond, ctx := a.exec.DispatchOperation(a.loaders(ctx), opCtx)
	if place.Stream != nil {
		return place.Stream, nil
	}
	if resp := respond(ctx); resp != nil && len(resp.Errors) > 0 {
		return nil, failures(a.capped(resp).Errors)
	}
	return nil, errNoStream
}

// selection is what a subscription asks of each event. The executor's own context
// takes ten times as much memory, so that one lives as long as an event.
type selection struct {
	doc       *ast.QueryDocument
	operation *ast.OperationDefinition
	variables []variable
	shared    bool // the answer is the same for all who ask it
}

type variable struct {
	name  string
	value any
}

func selectionOf(opCtx *graphql.OperationContext) selection {
	s := selection{doc: opCtx.Doc, operation: opCtx.Operation, shared: sameForAll(opCtx.Operation)}
	for name, value := range opCtx.Variables {
		s.variables = append(s.variables, variable{name, value})
	}
	return s
}

// contextOf is an executor's context for one event.
func (a *API) contextOf(s selection) *graphql.OperationContext {
	variables := make(map[string]any, len(s.variables))
	for _, v := range s.variables {
		variables[v.name] = v.value
	}
	return &graphql.OperationContext{
		RawQuery: s.operation.Position.Src.Input, OperationName: s.operation.Name,
		Doc: s.doc, Operation: s.operation, Variables: variables,
		DisableIntrospection: !a.cfg.Introspection, RecoverFunc: a.errors.recovered,
		ResolverMiddleware: untouched, RootResolverMiddleware: untouchedRoot,
	}
}

func untouched(ctx context.Context, next graphql.Resolver) (any, error) { return next(ctx) }

func untouchedRoot(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	return next(ctx)
}

// step does what a stream has to do; emit gets each event with its response, and
// says whether anybody takes more.
func (a *API) step(ctx context.Context, what selection, s *hub.Stream, emit func(*eliminacion.Eliminacion, *answer) bool) (done bool, err error) {
	done = true // after a panic
	defer a.recovering(ctx, &err)
	taken := true
	done, err = s.Step(ctx, func(ctx context.Context, e *eliminacion.Eliminacion) {
		taken = taken && emit(e, a.respondEvent(ctx, what, e))
	})
	return done || !taken, err
}

// respondEvent answers one event, by what others were answered if it can be.
func (a *API) respondEvent(ctx context.Context, what selection, e *eliminacion.Eliminacion) *answer {
	k := answerKey{what.operation, e}
	if what.shared {
		if resp, ok := a.answers.Get(k); ok {
			return resp
		}
	}
	resp := a.resolveEvent(ctx, what, e)
	given := &answer{resp, encode(resp)}
	if what.shared {
		a.answers.put(k, given)
	}
	return given
}

// resolveEvent resolves the subscription's field for one event, with loaders of
// its own, so that nothing it shows is stale.
func (a *API) resolveEvent(ctx context.Context, what selection, e *eliminacion.Eliminacion) *graphql.Response {
	respond, ctx := a.exec.DispatchOperation(a.loaders(hub.WithEvent(ctx, e)), a.contextOf(what))
	if resp := respond(ctx); resp != nil {
		return a.capped(resp)
	}
	return a.failed(ctx, context.Canceled)
}

// recovering makes a panic an error.
func (a *API) recovering(ctx context.Context, err *error) {
	if v := recover(); v != nil {
		*err = a.errors.recovered(ctx, v)
	}
}

// errorsOf presents whatever ended a subscription.
func (a *API) errorsOf(ctx context.Context, err error) gqlerror.List {
	var presented failures
	if errors.As(err, &presented) {
		return gqlerror.List(presented)
	}
	return gqlerror.List{a.errors.present(ctx, err)}
}
