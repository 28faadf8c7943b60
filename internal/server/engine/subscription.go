package engine

import (
	"context"
	"errors"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
)

// Subscription is one subscription under way: the source of its events, and its question to each.
// The executor's own context takes ten times as much memory, so that one lives as long
// as an event.
type Subscription struct {
	stream    *hub.Stream
	question  *question
	of        *Engine
	variables []variable
	held      budget.Kept

	price int         // of an answer
	walks bool        // an answer is much work, or nobody knows before how much
	paid  bool        // the first answer was paid with the operation; it has been given
	wake  func()      // has somebody call Step
	slot  *quota.Slot // to answer an event; nil unless one waits for it

	catchUp *quota.Slot // to read what was missed; nil unless that waits for it

	sending *budget.Outgoing // the answers that are not sent; nil for none
	unsent  int              // their bytes
}

// Counted reports whether answers were emitted that count until they are sent: small ones do not.
func (s *Subscription) Counted() bool { return s.sending != nil }

// Sends is budget.Outgoing.Sends of the answers that were emitted.
func (s *Subscription) StartSending(cut func()) (sent func()) {
	if s.sending == nil {
		return func() {}
	}
	return s.sending.StartSending(cut)
}

// Sent is called when the answers that were emitted are sent, or thrown away.
func (s *Subscription) Sent() {
	s.unsent = 0
	if s.sending != nil {
		s.sending.Release()
		s.sending = nil
	}
}

// count counts an answer until it is sent. Without room the subscription ends: its client
// does not read, and comes back for what it missed. Small answers are free, and most are small: a crowd that hears of
// one event does not ask for the budget of each.
func (e *Engine) count(ctx context.Context, s *Subscription, bytes int) error {
	s.unsent += bytes
	if s.unsent <= budget.FreeBytes {
		return nil
	}
	if s.sending == nil {
		s.sending = e.cfg.Budget.Event(ctx)
	}
	if full := s.sending.Resize(s.unsent); full != nil {
		return full.WithRecuperacion("Lea lo anterior, y suscríbase de nuevo con despuesDe = la última secuencia recibida.")
	}
	return nil
}

// Start calls wake whenever there may be something to do, with locks held.
func (s *Subscription) Start(wake func()) {
	s.wake = wake
	s.stream.Start(wake)
}

// Close releases everything that the subscription holds. It is called once.
func (s *Subscription) Close() {
	if s.stream != nil {
		s.stream.Close()
	}
	s.releaseSlot()
	if s.catchUp != nil {
		s.catchUp.Release()
	}
	s.Sent()
	s.held.Release()
	if s.question != nil {
		s.of.forget(s.question)
	}
}

// forget leaves a question, and its answers when nobody asks it any more.
func (e *Engine) forget(q *question) {
	if e.questions.leave(q) && q.shared {
		e.answers.forget(q)
	}
}

// waits reports whether there is nothing to do before the subscription's turn comes.
func (s *Subscription) waits() bool { return isPending(s.slot) || isPending(s.catchUp) }

func isPending(turn *quota.Slot) bool { return turn != nil && !turn.Granted() && !turn.Refused() }

// leave gives back the place, or the turn that waits for one.
func (s *Subscription) releaseSlot() {
	if s.slot != nil {
		s.slot.Release()
		s.slot = nil
	}
}

// leaveTaken gives back the place that a Step began with, and did not need.
func (s *Subscription) releaseUnused(turn *quota.Slot) {
	if turn != nil && s.slot == turn {
		s.releaseSlot()
	}
}

// failures are errors that a subscription answered with before its first event.
type failures gqlerror.List

func (f failures) Error() string { return gqlerror.List(f).Error() }

var errNoStream = errors.New("engine: the resolver of a subscription left no stream")

// Begin runs the resolver of a subscription, which decides whether there will be
// events. A panic is an error. RATE_LIMITED if its subject keeps too much already,
// UNAVAILABLE if all do.
func (e *Engine) Begin(ctx context.Context, opCtx *graphql.OperationContext) (s *Subscription, err error) {
	s = &Subscription{of: e}
	defer func() {
		if err != nil {
			s.Close()
			s = nil
		}
	}()
	ctx, end := traceBegin(ctx, e.cfg.Tracer, opCtx)
	defer func() { end(err) }()
	defer e.recovering(ctx, &err)
	if full := e.keep(ctx, s, opCtx); full != nil {
		return s, full
	}
	ctx, place := hub.WithHandover(ctx)
	respond, ctx := e.exec.DispatchOperation(e.cfg.WithLoaders(ctx), opCtx)
	if place.Stream != nil {
		s.stream = place.Stream
		if full := s.resize(); full != nil {
			return s, full
		}
		return s, nil
	}
	if resp := respond(ctx); resp != nil && len(resp.Errors) > 0 {
		return s, failures(e.capped(resp).Errors)
	}
	return s, errNoStream
}

// dear is the price of an answer that has its turn among the operations that walk: a subject has many subscriptions, and
// one event makes all of them run.
const expensiveAnswer = 500

// keep takes the parts of an operation that its events will need, counted against its subject.
func (e *Engine) keep(ctx context.Context, s *Subscription, opCtx *graphql.OperationContext) (full *fault.Error) {
	if s.question, full = e.questions.of(opCtx); full != nil {
		return full
	}
	own := 0
	s.variables, own = variablesOf(s.question.operation, opCtx.Variables)
	s.held, full = e.cfg.Budget.Keep(ctx, s.question.bytes, own)
	status, _ := admission.StatusOf(opCtx)
	s.price, s.walks = status.Cost, admission.Walks(opCtx) || status.Cost > expensiveAnswer
	return full
}

// weigh counts what the stream keeps now: it follows more, or less, as time goes on.
func (s *Subscription) resize() *fault.Error {
	return s.held.ResizeStream(s.stream.Keeps())
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
