package engine

import (
	"context"
	"errors"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// Subscription is one subscription under way: the source of its events, and its question to each.
// The executor's own context takes ten times as much memory, so that one lives as long
// as an event.
type Subscription struct {
	stream    *hub.Stream
	question  *question
	asked     *questions // that the question is of
	variables []variable
	held      quota.Held
}

// Start calls wake whenever there may be something to do, with locks held.
func (s *Subscription) Start(wake func()) { s.stream.Start(wake) }

// Close releases everything that the subscription holds. It is called once.
func (s *Subscription) Close() {
	if s.stream != nil {
		s.stream.Close()
	}
	s.held.Release()
	s.asked.leave(s.question)
}

// failures are errors that a subscription answered with before its first event.
type failures gqlerror.List

func (f failures) Error() string { return gqlerror.List(f).Error() }

var errNoStream = errors.New("engine: the resolver of a subscription left no stream")

// Begin runs the resolver of a subscription, which decides whether there will be
// events. A panic is an error. RATE_LIMITED if its subject keeps too much already,
// UNAVAILABLE if all do.
func (e *Engine) Begin(ctx context.Context, opCtx *graphql.OperationContext) (s *Subscription, err error) {
	s, err = e.keep(ctx, opCtx)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.Close()
			s = nil
		}
	}()
	defer e.recovering(ctx, &err)
	ctx, place := hub.WithHandover(ctx)
	respond, ctx := e.exec.DispatchOperation(e.cfg.WithLoaders(ctx), opCtx)
	if place.Stream != nil {
		s.stream = place.Stream
		return s, nil
	}
	if resp := respond(ctx); resp != nil && len(resp.Errors) > 0 {
		return s, failures(e.capped(resp).Errors)
	}
	return s, errNoStream
}

// keep takes the parts of an operation that its events will need, counted against its subject.
func (e *Engine) keep(ctx context.Context, opCtx *graphql.OperationContext) (*Subscription, error) {
	q, full := e.questions.of(opCtx)
	if full != nil {
		return nil, full
	}
	variables, own := variablesOf(q.operation, opCtx.Variables)
	held, full := e.cfg.Budget.Keep(ctx, q.bytes, own)
	if full != nil {
		e.questions.leave(q)
		return nil, full
	}
	return &Subscription{question: q, asked: e.questions, variables: variables, held: held}, nil
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
