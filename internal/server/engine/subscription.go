package engine

import (
	"context"
	"errors"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// Subscription is one under way: where its events come from, and what it asks of each.
// The executor's own context takes ten times as much memory, so that one lives as long
// as an event.
type Subscription struct {
	stream    *hub.Stream
	doc       *ast.QueryDocument
	operation *ast.OperationDefinition
	variables []variable
	shared    bool // the answer is the same for all who ask it
}

type variable struct {
	name  string
	value any
}

// Start calls wake whenever there may be something to do, with locks held.
func (s *Subscription) Start(wake func()) { s.stream.Start(wake) }

// Close gives back what the subscription holds.
func (s *Subscription) Close() { s.stream.Close() }

// failures are errors that a subscription answered with before its first event.
type failures gqlerror.List

func (f failures) Error() string { return gqlerror.List(f).Error() }

var errNoStream = errors.New("engine: the resolver of a subscription left no stream")

// Begin runs the resolver of a subscription, which decides whether there will be
// events. A panic is an error.
func (e *Engine) Begin(ctx context.Context, opCtx *graphql.OperationContext) (s *Subscription, err error) {
	defer e.recovering(ctx, &err)
	ctx, place := hub.WithPlace(ctx)
	respond, ctx := e.exec.DispatchOperation(e.cfg.WithLoaders(ctx), opCtx)
	if place.Stream != nil {
		return subscriptionOf(opCtx, place.Stream), nil
	}
	if resp := respond(ctx); resp != nil && len(resp.Errors) > 0 {
		return nil, failures(e.capped(resp).Errors)
	}
	return nil, errNoStream
}

func subscriptionOf(opCtx *graphql.OperationContext, stream *hub.Stream) *Subscription {
	s := &Subscription{stream: stream, doc: opCtx.Doc, operation: opCtx.Operation, shared: sameForAll(opCtx.Operation)}
	for name, value := range opCtx.Variables {
		s.variables = append(s.variables, variable{name, value})
	}
	return s
}

// recovering makes a panic an error.
func (e *Engine) recovering(ctx context.Context, err *error) {
	if v := recover(); v != nil {
		*err = e.cfg.Presenter.Recovered(ctx, v)
	}
}

// ErrorsOf presents whatever ended a subscription.
func (e *Engine) ErrorsOf(ctx context.Context, err error) gqlerror.List {
	var presented failures
	if errors.As(err, &presented) {
		return gqlerror.List(presented)
	}
	return gqlerror.List{e.cfg.Presenter.Present(ctx, err)}
}
