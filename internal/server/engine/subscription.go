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

// Subscription is an open subscription: the stream of its events, and its question to each. The executor's context takes ten
// times as much memory, so that one is made for each event.
type Subscription struct {
	stream    *hub.Stream
	question  *question
	of        *Engine
	variables []variable
	held      budget.Kept

	price   int         // of an answer
	walks   bool        // the work of an answer is large, or known only when it is done
	paid    bool        // the first answer, which the price of the operation includes, was made
	wake    func()      // makes the transport call Step
	slot    *quota.Slot // to answer an event; nil unless an event needs it
	catchUp *quota.Slot // to read what was missed; nil unless that waits

	sending *budget.Outgoing // the answers that are not sent; nil for none
	unsent  int              // their bytes
}

// Counted reports whether answers were emitted that are counted until they are sent; small ones are not.
func (s *Subscription) Counted() bool { return s.sending != nil }

// StartSending is budget.Outgoing.StartSending of the answers that were emitted.
func (s *Subscription) StartSending(abort func()) (sent func()) {
	if s.sending == nil {
		return func() {}
	}
	return s.sending.StartSending(abort)
}

// Sent is called when the answers that were emitted are sent or dropped.
func (s *Subscription) Sent() {
	s.unsent = 0
	if s.sending != nil {
		s.sending.Release()
		s.sending = nil
	}
}

// count adds an answer to the budget of answers that wait to be sent. If the budget is full, the subscription ends: its
// client does not read, and can subscribe again later with despuesDe. Answers up to FreeBytes are not counted, so that an
// event with many subscribers does not take the budget's lock for each of them.
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

// Start calls wake whenever there may be work for Step. wake is called with locks held, and must not block.
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

// forget leaves a question, and drops its answers after its last subscriber.
func (e *Engine) forget(q *question) {
	if e.questions.leave(q) && q.shared {
		e.answers.forget(q)
	}
}

// waits reports whether there is nothing to do until a slot is granted.
func (s *Subscription) waits() bool { return isPending(s.slot) || isPending(s.catchUp) }

func isPending(slot *quota.Slot) bool { return slot != nil && !slot.Granted() && !slot.Refused() }

func (s *Subscription) releaseSlot() {
	if s.slot != nil {
		s.slot.Release()
		s.slot = nil
	}
}

// releaseUnused releases the slot that a Step began with and did not need.
func (s *Subscription) releaseUnused(slot *quota.Slot) {
	if slot != nil && s.slot == slot {
		s.releaseSlot()
	}
}

// failures are the errors of a resolver that left no stream.
type failures gqlerror.List

func (f failures) Error() string { return gqlerror.List(f).Error() }

var errNoStream = errors.New("engine: the resolver of a subscription left no stream")

// Begin runs the resolver of a subscription, which leaves a stream or errors. The error is RATE_LIMITED if the subscriptions
// of its subject hold too much memory already, UNAVAILABLE if those of all do.
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
	ctx, handover := hub.WithHandover(ctx)
	respond, ctx := e.exec.DispatchOperation(e.cfg.WithLoaders(ctx), opCtx)
	if handover.Stream != nil {
		s.stream = handover.Stream
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

// expensiveAnswer is the price from which an answer to an event waits for a slot among the searches: a subject has many
// subscriptions, and one event makes all of them run.
const expensiveAnswer = 500

// keep copies the parts of an operation that its events will need, and counts them.
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

// resize counts what the stream holds now: it follows more or fewer things as time goes on.
func (s *Subscription) resize() *fault.Error { return s.held.ResizeStream(s.stream.Keeps()) }

// recovering turns a panic into an error.
func (e *Engine) recovering(ctx context.Context, err *error) {
	if v := recover(); v != nil {
		*err = e.cfg.Presenter.Recovered(ctx, v)
	}
}

// ErrorsOf presents the error that ended a subscription.
func (e *Engine) ErrorsOf(ctx context.Context, err error) gqlerror.List {
	var presented failures
	if errors.As(err, &presented) {
		return gqlerror.List(presented)
	}
	return gqlerror.List{e.cfg.Presenter.Present(ctx, err)}
}
