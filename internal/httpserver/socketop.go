package httpserver

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/fault"
)

// socketOp is one operation of a socket. After its error or complete nothing
// follows under its id.
type socketOp struct {
	socket       *socket
	id           string
	ctx          context.Context
	cancel       context.CancelFunc
	subscription bool // guarded by the socket's lock
}

func (op *socketOp) run(params *graphql.RawParams) {
	s := op.socket
	start := s.api.cfg.Reloj()
	defer s.all.Done()
	defer s.running.Done()
	defer op.cancel()
	defer func() {
		if v := recover(); v != nil {
			op.fail(s.api.errors.recovered(op.ctx, v))
		}
	}()
	opCtx, errs := s.api.prepare(op.ctx, params)
	if len(errs) > 0 {
		s.api.observe(nil, codeOf(errs), start)
		op.end("error", marshalErrors(errs))
		return
	}
	s.api.observe(opCtx, op.dispatch(opCtx), start)
}

// dispatch runs the operation to its end and returns how it ended.
func (op *socketOp) dispatch(opCtx *graphql.OperationContext) string {
	if isSubscription(opCtx) {
		return op.stream(opCtx)
	}
	resp := op.socket.api.respondOnce(op.ctx, opCtx)
	if op.current() && op.socket.write(frame(op.id, "next", encode(resp))) {
		op.end("complete", nil)
	}
	return codeOf(resp.Errors)
}

// stream sends the events of a subscription, one by one.
func (op *socketOp) stream(opCtx *graphql.OperationContext) string {
	if !op.becomeSubscription() {
		return "OK"
	}
	err := op.socket.api.follow(op.ctx, opCtx, func(resp *graphql.Response) bool {
		return op.current() && op.socket.write(frame(op.id, "next", encode(resp)))
	})
	if op.ctx.Err() != nil || op.socket.isEnding() {
		return "OK" // the client left, or is sent elsewhere
	}
	if err == nil {
		op.end("complete", nil)
		return "OK"
	}
	return op.fail(err)
}

// becomeSubscription marks the operation as one that a drain ends.
func (op *socketOp) becomeSubscription() bool {
	op.socket.mu.Lock()
	defer op.socket.mu.Unlock()
	op.subscription = true
	return !op.socket.ending
}

// current reports whether the client still wants the operation.
func (op *socketOp) current() bool { return op.ctx.Err() == nil }

// fail ends the operation with an error message and returns its code.
func (op *socketOp) fail(err error) string {
	errs := op.socket.api.errorsOf(op.ctx, err)
	op.end("error", marshalErrors(errs))
	return codeOf(errs)
}

// end sends the last message, unless the client ended it before, and frees the id.
func (op *socketOp) end(kind string, payload []byte) {
	s := op.socket
	s.mu.Lock()
	i := s.find(op.id)
	mine := i >= 0 && s.ops[i] == op
	if mine {
		s.remove(i)
	}
	s.mu.Unlock()
	if mine {
		s.write(frame(op.id, kind, payload))
	}
}

// failures are errors that a subscription answered with before its first event.
type failures gqlerror.List

func (f failures) Error() string { return gqlerror.List(f).Error() }

// follow runs a subscription: emit gets each event. It returns nil at the end of
// the stream, or the error that ended it, a panic included.
func (a *API) follow(ctx context.Context, opCtx *graphql.OperationContext, emit func(*graphql.Response) bool) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = a.errors.recovered(ctx, v)
		}
	}()
	a.cfg.Metricas.SubscriptionsOpen(1)
	defer a.cfg.Metricas.SubscriptionsOpen(-1)
	ctx, late := fault.WithLate(ctx)
	respond, ctx := a.exec.DispatchOperation(a.loaders(ctx), opCtx)
	for {
		resp := respond(a.loaders(ctx))
		switch {
		case resp == nil:
			return late.Err()
		case resp.Data == nil && len(resp.Errors) > 0:
			return failures(a.capped(resp).Errors)
		case !emit(a.capped(resp)):
			return nil
		}
	}
}

// errorsOf presents whatever ended a subscription.
func (a *API) errorsOf(ctx context.Context, err error) gqlerror.List {
	var presented failures
	if errors.As(err, &presented) {
		return gqlerror.List(presented)
	}
	return gqlerror.List{a.errors.present(ctx, err)}
}

func marshalErrors(errs gqlerror.List) []byte {
	b, err := json.Marshal(errs)
	if err != nil {
		return []byte("[]") // cannot be: plain values only
	}
	return b
}
