package engine

import (
	"context"
	"encoding/json"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// Unsent is the answer of an operation until it is sent. Until then the answer and the operation count against the limits of
// the subject.
type Unsent struct {
	out   *budget.Outgoing
	leave func()
}

// StartSending is budget.Outgoing.StartSending.
func (u Unsent) StartSending(abort func()) (sent func()) { return u.out.StartSending(abort) }

// Sent says that the answer is sent or dropped. It is called once.
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
		if resp == nil { // a panic: the caller will not call Sent
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
	size := newSizedAnswer(out, opCtx, e.cfg.Limits.AnswerKiB, e.expected(opCtx))
	return size.finish(ctx, e.cfg.Presenter, e.run(encode.WithRoom(ctx, size.Room), opCtx)), u
}

// longQueryPrice is the price from which a query of a heavy subject waits for a slot among the searches: a page of 100 signed
// links takes a processor for 10 ms, and eight of them at a time delayed everybody.
const longQueryPrice = 2000

// acquireSearch waits for a slot if the operation walks or is long. It comes before the room for the answer is taken.
func (e *Engine) acquireSearch(ctx context.Context, opCtx *graphql.OperationContext) (done func(), _ *fault.Error) {
	status, _ := admission.StatusOf(opCtx)
	isLong := opCtx.Operation.Operation == ast.Query && status.Cost > longQueryPrice && e.cfg.Budget.IsHeavy(status)
	if !admission.Walks(opCtx) && !isLong {
		return func() {}, nil
	}
	return e.cfg.Budget.Search(ctx, status)
}

// expected is the size for which there must be room before an operation begins. The answer of a mutation must be sent; and a
// query at work takes more memory than its answer, so that only as many run as could be answered. The size is limited, so
// that a large query runs too.
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
	if status, ok := quota.FromContext(ctx); ok {
		admission.SetStatus(opCtx, status)
	}
	if resp == nil {
		return e.cfg.Presenter.Failure(ctx, context.DeadlineExceeded)
	}
	e.tellCost(ctx, resp, tab.Spent())
	return e.capped(resp)
}

// sizedAnswer limits the size of an answer while it is written, and counts it as it grows and when it is whole.
type sizedAnswer struct {
	*encode.Room

	out     *budget.Outgoing // nil: an answer to an event, which Engine.count counts
	most    int              // KiB
	mutates bool
	full    *fault.Error // the budget has no room for it
}

// newSizedAnswer is for an answer that is counted in out.
func newSizedAnswer(out *budget.Outgoing, opCtx *graphql.OperationContext, most, expected int) *sizedAnswer {
	g := &sizedAnswer{out: out, most: most, mutates: opCtx.Operation.Operation == ast.Mutation}
	g.Room = encode.NewRoom(most<<10, max(expected, budget.FreeBytes), g.count)
	return g
}

// newEventAnswer is for an answer to an event.
func newEventAnswer(most int) *sizedAnswer {
	return &sizedAnswer{most: most, Room: encode.NewRoom(most<<10, most<<10, nil)}
}

// count counts the bytes that the answer has; false if there is no room for them. The answer of a mutation always has room up
// to the largest size, because its work is done.
func (g *sizedAnswer) count(bytes int) bool {
	switch {
	case g.out == nil:
	case g.mutates:
		g.out.ForceResize(bytes)
	default:
		g.full = g.out.Resize(bytes)
	}
	return g.full == nil
}

// finish is the answer, or the error why it was not written to its end. It frees the room that was expected and not needed.
func (g *sizedAnswer) finish(ctx context.Context, p present.Presenter, resp *graphql.Response) *graphql.Response {
	if g.full == nil && (g.Over() || len(resp.Data) > g.most<<10) {
		resp = p.Failure(ctx, g.tooLong())
		resp.Data = json.RawMessage("null") // it has run
	}
	if g.full == nil && g.count(len(resp.Data)) {
		return resp
	}
	g.out.ForceResize(0)
	return p.Failure(ctx, g.full)
}

func (g *sizedAnswer) tooLong() *fault.Error {
	if g.mutates {
		return fault.Newf(fault.QueryTooComplex, "La operación se hizo, pero su respuesta ocupa más de %d KiB.", g.most).
			WithRecuperacion("No la repita: consulte lo que hizo, y pida menos de ello.")
	}
	return fault.Newf(fault.QueryTooComplex, "La respuesta ocupa más de %d KiB.", g.most).
		WithRecuperacion("Pida páginas más pequeñas, menos campos o nombres más cortos.")
}
