package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// Step does the pending work of a subscription; emit gets each event with its answer, and reports whether it takes more. If
// an answer has to wait for a slot, the subscription is woken when the slot is granted. Answers that were emitted are
// counted until Sent.
func (e *Engine) Step(ctx context.Context, s *Subscription, emit func(any, *Answer) bool) (done bool, err error) {
	if s.waits() {
		return false, nil
	}
	done = true // after a panic
	defer e.recovering(ctx, &err)
	defer s.releaseUnused(s.slot)
	release, err := e.acquireCatchUp(ctx, s)
	if errors.Is(err, hub.ErrLater) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	defer release()
	gone := false
	done, err = s.stream.Step(ctx, func(ctx context.Context, event any) error {
		release()
		if gone {
			return nil
		}
		since := e.cfg.Clock()
		answer, err := e.answer(ctx, s, event)
		if err == nil {
			err = e.count(ctx, s, len(answer.JSON))
		}
		if err == nil {
			gone = !emit(event, answer)
			traceEvent(e.cfg.Tracer, event, since)
		}
		return err
	})
	if rows := s.stream.Rows(); rows > 0 { // charged when the number is known, also beyond the budget: the next operation waits
		e.cfg.Budget.ForceCharge(ctx, rows)
	}
	if err != nil || done || gone {
		return done || gone, err
	}
	if full := s.resize(); full != nil {
		if full.Code == fault.RateLimited {
			full = full.WithRecuperacion("Cierre otras suscripciones, y suscríbase de nuevo.")
		}
		return true, full
	}
	return false, nil
}

// answer answers one event, from the cache if possible. A failure that may pass ends the subscription: its client comes back
// with the cursor of the event before, and gets this one. A failure that would repeat, as that of an answer that is too long,
// is the answer.
func (e *Engine) answer(ctx context.Context, s *Subscription, event any) (*Answer, error) {
	k := answerKey{s.question, event}
	if s.question.shared {
		if cached, ok := e.answers.get(k); ok {
			return cached, nil
		}
	}
	release, err := e.acquireEvent(ctx, s)
	if err != nil {
		return nil, err
	}
	defer release()
	resp := e.resolve(ctx, s, event)
	answer := &Answer{JSON: present.Encode(resp), HasData: len(resp.Data) > 0 && string(resp.Data) != "null", failed: len(resp.Errors) > 0}
	if !answer.HasData && slices.ContainsFunc(resp.Errors, mayPass) {
		return nil, failures(resp.Errors)
	}
	if s.question.shared {
		e.answers.put(k, answer)
	}
	return answer, nil
}

func mayPass(err *gqlerror.Error) bool {
	return fault.Code(present.CodeOf(gqlerror.List{err})).Info().Retry
}

// resolve resolves the subscription's field for one event, within the time of a query. The event has loaders of its own, so
// that it shows nothing stale.
func (e *Engine) resolve(ctx context.Context, s *Subscription, event any) *graphql.Response {
	ctx, cancel := context.WithTimeout(ctx, e.cfg.Limits.Request)
	defer cancel()
	ctx, tab := quota.WithTab(ctx, e.cfg.Limits.Cost)
	defer func() { e.chargeWork(ctx, tab) }()
	size := newEventAnswer(e.cfg.Limits.AnswerKiB)
	respond, ctx := e.exec.DispatchOperation(e.cfg.WithLoaders(hub.WithEvent(encode.WithRoom(ctx, size.Room), event)), e.contextOf(s))
	if resp := respond(ctx); resp != nil {
		return size.finish(ctx, e.cfg.Presenter, e.capped(resp))
	}
	return e.cfg.Presenter.Failure(ctx, cmp.Or(ctx.Err(), context.Canceled))
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
		ResolverMiddleware: e.fields, RootResolverMiddleware: passThroughRoot,
	}
}

func passThroughRoot(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	return next(ctx)
}
