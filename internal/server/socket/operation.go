package socket

import (
	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// run begins the operation, and works on it if it is a subscription.
func (op *operation) run(params *graphql.RawParams) {
	if op.begin(params) {
		op.work()
	}
}

// begin runs a query or a mutation to its end, its answer sent. Of a subscription
// it asks the resolver, and reports whether there is a stream to work on.
func (op *operation) begin(params *graphql.RawParams) (goesOn bool) {
	s := op.socket
	op.since = s.Clock()
	ctx, leave := op.enter()
	defer leave()
	defer op.recovering(ctx)
	if err := op.await(ctx); err != nil {
		op.finish(op.fail(ctx, err))
		return false
	}
	defer func() { <-s.working }()
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
