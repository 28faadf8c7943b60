package transport

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// socketOp is one operation of a socket. After its error or complete nothing
// follows under its id. A subscription between two events is this and its stream,
// no goroutine and no context.
type socketOp struct {
	socket *socket
	id     string

	// guarded by the socket's lock
	cancel       context.CancelFunc // of the work under way; nil at rest
	subscription bool
	stopped      bool // nobody wants it any more

	// Only whoever works on the operation touches these.
	since  time.Time
	kind   string      // of the operation; "" if it never became one
	what   selection   // of a subscription
	stream *hub.Stream // the same; nil unless it is under way
	unsent [][]byte    // of the step under way

	turn atomic.Int32
}

// The turns of a subscription: at most one works on it.
const (
	resting int32 = iota
	working       // or waiting for a worker
	again         // something came in the meantime
)

// run begins the operation, and works on it if it is a subscription.
func (op *socketOp) run(params *graphql.RawParams) {
	if op.begin(params) {
		op.work()
	}
}

// begin runs a query or a mutation to its end, its answer sent. Of a subscription
// it asks the resolver, and reports whether there is a stream to work on.
func (op *socketOp) begin(params *graphql.RawParams) (goesOn bool) {
	s := op.socket
	op.since = s.api.cfg.Clock()
	ctx, leave := op.enter()
	defer leave()
	defer op.recovering(ctx)
	if err := op.await(ctx); err != nil {
		op.finish(op.fail(ctx, err))
		return false
	}
	defer func() { <-s.working }()
	opCtx, errs := s.api.prepare(ctx, params)
	if len(errs) > 0 {
		s.api.hold(ctx, codeOf(errs))
		op.end("error", marshalErrors(errs))
		op.finish(codeOf(errs))
		return false
	}
	op.kind = kindOf(opCtx)
	if isSubscription(opCtx) {
		return op.subscribe(ctx, opCtx)
	}
	resp := s.api.respondOnce(ctx, opCtx)
	if ctx.Err() == nil && s.write(frame(op.id, "next", encode(resp))) {
		op.end("complete", nil)
	}
	op.finish(codeOf(resp.Errors))
	return false
}

// await takes one of the socket's places to work in. A client that does not read
// its answers keeps them all, and nothing more is done for it.
func (op *socketOp) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, op.socket.api.cfg.Limits.Request)
	defer cancel()
	select {
	case op.socket.working <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// recovering makes a panic the operation's error.
func (op *socketOp) recovering(ctx context.Context) {
	if v := recover(); v != nil {
		op.finish(op.fail(ctx, op.socket.api.errors.recovered(ctx, v)))
	}
}

// enter prepares the context of a piece of work, which stop ends; call leave after it.
func (op *socketOp) enter() (ctx context.Context, leave func()) {
	s := op.socket
	ctx, cancel := context.WithCancel(s.who)
	s.mu.Lock()
	defer s.mu.Unlock()
	if op.stopped {
		cancel()
	}
	op.cancel = cancel
	return ctx, func() {
		s.mu.Lock()
		op.cancel = nil
		s.mu.Unlock()
		cancel()
	}
}

// subscribe asks the resolver; false if there is nothing to follow.
func (op *socketOp) subscribe(ctx context.Context, opCtx *graphql.OperationContext) bool {
	s := op.socket
	s.api.cfg.Metrics.SubscriptionsOpen(1)
	if !op.becomeSubscription() {
		op.finish("OK")
		return false
	}
	stream, err := s.api.begin(ctx, opCtx)
	if err != nil {
		op.finish(op.conclude(ctx, err))
		return false
	}
	op.what, op.stream = selectionOf(opCtx), stream
	stream.Start(op.wake)
	return true
}

// wake has somebody work on the subscription. It is called with locks held.
func (op *socketOp) wake() {
	for {
		switch turn := op.turn.Load(); turn {
		case resting:
			if op.turn.CompareAndSwap(turn, working) {
				op.socket.api.crew.submit(op)
				return
			}
		case working:
			if op.turn.CompareAndSwap(turn, again) {
				return
			}
		default:
			return
		}
	}
}

// work does what there is to do, until the subscription rests or has ended.
func (op *socketOp) work() {
	for {
		op.turn.Store(working)
		if op.step() || op.turn.CompareAndSwap(working, resting) {
			return // after its end the turn stays taken
		}
	}
}

// step sends the events of a subscription, one by one; true at its end.
func (op *socketOp) step() (ended bool) {
	ctx, leave := op.enter()
	defer leave()
	ended = true // after a panic
	defer op.recovering(ctx)
	if ctx.Err() != nil {
		op.finish("OK")
		return true
	}
	done, err := op.socket.api.step(ctx, op.what, op.stream, func(_ *eliminacion.Eliminacion, resp *answer) bool {
		return ctx.Err() == nil && op.next(frame(op.id, "next", resp.json))
	})
	if done {
		op.finish(op.conclude(ctx, err))
		return true
	}
	if !op.flush() { // the socket is ending, and stops its operations
		op.finish("OK")
		return true
	}
	return false
}

// maxUnsent are the messages of a step that go out in one write.
const maxUnsent = 16

// next sends a message soon: with the others of its step.
func (op *socketOp) next(message []byte) bool {
	op.unsent = append(op.unsent, message)
	return len(op.unsent) < maxUnsent || op.flush()
}

func (op *socketOp) flush() bool {
	all := op.unsent
	op.unsent = nil
	return len(all) == 0 || op.socket.write(all...)
}

// conclude says how a subscription ended, unless the client left or is sent elsewhere.
func (op *socketOp) conclude(ctx context.Context, err error) (code string) {
	switch {
	case ctx.Err() != nil || op.socket.isEnding():
		op.unsent = nil
		return "OK"
	case err == nil:
		op.end("complete", nil)
		return "OK"
	default:
		return op.fail(ctx, err)
	}
}

// finish gives back what the operation holds. It is the last thing done for it.
func (op *socketOp) finish(code string) {
	s := op.socket
	if op.stream != nil {
		op.stream.Close()
	}
	if op.kind == string(ast.Subscription) {
		s.api.cfg.Metrics.SubscriptionsOpen(-1)
	}
	s.api.observeKind(op.kind, code, op.since)
	s.running.Done()
	s.all.Done()
}

// becomeSubscription marks the operation as one that a drain ends.
func (op *socketOp) becomeSubscription() bool {
	op.socket.mu.Lock()
	defer op.socket.mu.Unlock()
	op.subscription = true
	return !op.socket.ending
}

// stop ends the operation without a word; the caller holds the socket's lock.
func (op *socketOp) stop() {
	op.stopped = true
	if op.cancel != nil {
		op.cancel()
	}
	if op.subscription {
		op.wake()
	}
}

// fail ends the operation with an error message and returns its code.
func (op *socketOp) fail(ctx context.Context, err error) string {
	errs := op.socket.api.errorsOf(ctx, err)
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
		op.unsent = append(op.unsent, frame(op.id, kind, payload))
		op.flush()
	}
}

func marshalErrors(errs gqlerror.List) []byte {
	b, err := json.Marshal(errs)
	if err != nil {
		return []byte("[]") // cannot be: plain values only
	}
	return b
}
