package socket

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// newOperation is one that nobody works on yet but its maker.
func newOperation(s *socket, id string) *operation {
	op := &operation{socket: s, id: id}
	op.turn.Store(working)
	return op
}

// run begins the operation, and works on it if it is a subscription.
func (op *operation) run(payload []byte, counted *budget.Incoming) {
	goesOn := op.begin(payload)
	counted.Release()
	if goesOn {
		op.work()
	}
}

// begin runs a query or a mutation to its end, its answer sent. Of a subscription
// it asks the resolver, and reports whether there is a stream to work on.
func (op *operation) begin(payload []byte) (goesOn bool) {
	s := op.socket
	ctx, leave := op.enter()
	defer leave()
	defer op.recovering(ctx)
	if err := op.await(ctx); err != nil {
		op.finish(op.fail(ctx, err))
		return false
	}
	defer func() { <-s.working }()
	params, wrong := s.Engine.Decode(ctx, payload)
	if wrong != nil {
		op.misread(ctx, wrong, len(payload))
		return false
	}
	opCtx, errs := s.Engine.Prepare(ctx, params)
	if len(errs) > 0 {
		s.Budget.Hold(ctx, present.CodeOf(errs))
		op.end("error", marshalErrors(errs))
		op.finish(present.CodeOf(errs))
		return false
	}
	op.kind = admission.KindOf(opCtx)
	if admission.IsSubscription(opCtx) {
		return op.subscribe(ctx, opCtx)
	}
	resp := s.Engine.Respond(ctx, opCtx)
	if ctx.Err() == nil && s.write(frame(op.id, "next", present.Encode(resp))) {
		op.end("complete", nil)
	}
	op.finish(present.CodeOf(resp.Errors))
	return false
}

// misread ends an operation whose payload could not be read. What is none of the
// protocol's ends the socket; a budget or a limit does not.
func (op *operation) misread(ctx context.Context, wrong *fault.Error, size int) {
	s := op.socket
	if wrong.Code == fault.BadUserInput {
		s.Budget.Strike(s.who, budget.Socket, size)
		s.close(invalidMessage)
		op.finish(string(wrong.Code))
		return
	}
	s.Budget.Hold(ctx, string(wrong.Code))
	op.finish(op.fail(ctx, wrong))
}
