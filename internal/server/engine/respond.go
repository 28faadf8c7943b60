package engine

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
)

// Unsent is the answer of an operation until it is sent: it counts against its subject, and so does the request.
type Unsent struct {
	out   *budget.Outgoing
	leave func()
}

// Sends is budget.Outgoing.Sends.
func (u Unsent) StartSending(cut func()) (sent func()) { return u.out.StartSending(cut) }

// Sent says that the answer is sent, or thrown away. It is called once.
func (u Unsent) Sent() {
	u.out.Release()
	u.leave()
}

// Respond runs a query or a mutation within its deadline.
func (e *Engine) Respond(ctx context.Context, opCtx *graphql.OperationContext) (resp *graphql.Response, u Unsent) {
	ctx, w := watching(ctx, &e.cfg, opCtx)
	defer func() { w.done(ctx, resp) }()
	leave, busy := e.cfg.Budget.Enter(ctx)
	u = Unsent{&budget.Outgoing{}, leave}
	if busy != nil {
		return e.cfg.Presenter.Failure(ctx, busy), u
	}
	defer func() {
		if resp == nil { // a panic: nobody will say that it is sent
			u.Sent()
		}
	}()
	done, late := e.acquireSearch(ctx, opCtx)
	if late != nil {
		return e.cfg.Presenter.Failure(ctx, late), u
	}
	defer done()
	out, full := e.cfg.Budget.Answer(ctx, e.expected(opCtx))
	u.out = out
	if full != nil {
		return e.cfg.Presenter.Failure(ctx, full), u
	}
	growing := newSizedAnswer(out, opCtx, e.cfg.Limits.AnswerKiB, e.expected(opCtx))
	return growing.finish(ctx, e.cfg.Presenter, e.run(encode.WithRoom(ctx, growing.Room), opCtx)), u
}

// long is the price of a query that has its turn among the operations that walk, if its subject asks much: a page of 100
// signed links takes the processor for some 10 ms, and eight of them at a time held everybody up for as long.
const longQueryPrice = 2000

// turn waits for the turn of an operation that walks, or is long, before it has room for its answer.
func (e *Engine) acquireSearch(ctx context.Context, opCtx *graphql.OperationContext) (done func(), _ *fault.Error) {
	status, _ := admission.StatusOf(opCtx)
	isLong := opCtx.Operation.Operation == ast.Query && status.Cost > longQueryPrice && e.cfg.Budget.IsHeavy(status)
	if !admission.Walks(opCtx) && !isLong {
		return func() {}, nil
	}
	return e.cfg.Budget.Search(ctx, status)
}

// expected is what must have room before an operation begins. What a mutation did must be told; and while a
// query is worked on it takes more than its answer, so as many are worked on as could be answered. One that
// is large has its turn all the same.
func (e *Engine) expected(opCtx *graphql.OperationContext) int {
	status, known := admission.StatusOf(opCtx)
	if !known {
		return 0
	}
	return min(status.Cost*admission.BytesOfPrice, e.cfg.Limits.AnswersKiB<<10/4)
}

func (e *Engine) run(ctx context.Context, opCtx *graphql.OperationContext) *graphql.Response {
	ctx, cancel := context.WithTimeout(ctx, e.cfg.Limits.Request)
	defer cancel()
	ctx, tab := quota.WithTab(ctx, e.cfg.Limits.Cost)
	respond, ctx := e.exec.DispatchOperation(e.cfg.WithLoaders(withStatus(ctx, opCtx)), opCtx)
	resp := respond(ctx)
	ctx = e.chargeWork(ctx, tab)
	if resp == nil {
		return e.cfg.Presenter.Failure(ctx, context.DeadlineExceeded)
	}
	tellCost(ctx, resp, tab.Spent())
	return e.capped(resp)
}
