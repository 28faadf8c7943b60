package socket

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// newOperation makes an operation that its maker will run.
func newOperation(s *socket, id string) *operation {
	op := &operation{socket: s, id: id, since: s.Clock()}
	op.ctx, op.cancel = context.WithCancel(s.who)
	op.state.Store(running)
	return op
}

// run waits until the socket has fewer operations at work, and runs this one. Until then it keeps the bytes that arrived,
// because decoded they would take many times the memory. The budget has no room for the answers of more operations.
func (op *operation) run(payload []byte, counted *budget.Incoming) {
	s := op.socket
	ctx, cancel := context.WithTimeout(op.ctx, s.Limits.Request)
	defer cancel()
	select {
	case s.working <- struct{}{}:
	case <-ctx.Done():
		counted.Release()
		op.finish(op.fail(s.who, ctx.Err()))
		return
	}
	goesOn := op.begin(payload)
	counted.Release()
	<-s.working
	cancel()
	if goesOn {
		op.work()
	}
}

// begin runs a query or a mutation, and sends its answer. For a subscription it calls the resolver, and reports whether
// there is a stream to work on.
func (op *operation) begin(payload []byte) (goesOn bool) {
	s := op.socket
	ctx := op.ctx
	defer op.recovering(ctx)
	params, wrong := s.Engine.Decode(ctx, payload)
	if wrong != nil {
		op.misread(ctx, wrong, len(payload))
		return false
	}
	opCtx, errs := s.Engine.Prepare(ctx, params)
	if len(errs) > 0 {
		op.refuse(ctx, errs)
		return false
	}
	op.asked = admission.AskedBy(opCtx)
	if admission.IsSubscription(opCtx) {
		return op.subscribe(ctx, opCtx)
	}
	op.respond(ctx, opCtx)
	return false
}

// respond runs a query or a mutation, and sends its answer.
func (op *operation) respond(ctx context.Context, opCtx *graphql.OperationContext) {
	resp, unsent := op.socket.Engine.Respond(ctx, opCtx)
	defer unsent.Sent()
	code, message := present.CodeOf(resp.Errors), answer(op.id, resp)
	resp.Data = nil // it is in the message
	defer unsent.StartSending(op.socket.cutAsync)()
	if ctx.Err() == nil && op.socket.write(message) {
		op.end("complete", nil)
	}
	op.finish(code)
}

// misread ends an operation whose payload was refused. A payload that has not the form of the protocol ends the socket too.
func (op *operation) misread(ctx context.Context, wrong *fault.Error, size int) {
	s := op.socket
	if admission.IsMalformed(wrong) {
		s.Budget.ChargeRefusal(s.who, budget.Socket, size)
		s.close(invalidMessage)
		op.finish(string(wrong.Code))
		return
	}
	if wrong.Code == fault.BadUserInput || wrong.Code == fault.Unauthenticated {
		s.Budget.ChargeRefusal(s.who, budget.Socket, size)
	}
	op.refuse(ctx, s.Engine.ErrorsOf(ctx, wrong))
}

// refuse ends an operation that may not run. If its refusal should be delayed and cannot be, the socket ends too.
func (op *operation) refuse(ctx context.Context, errs gqlerror.List) {
	s, code := op.socket, present.CodeOf(errs)
	last := s.Budget.DelayRefusal(ctx, code)
	op.end("error", marshalErrors(errs))
	if last {
		s.close(tryAgainLater)
	}
	op.finish(code)
}
