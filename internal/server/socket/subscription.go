package socket

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// subscribe asks the resolver; false if there is nothing to follow.
func (op *operation) subscribe(ctx context.Context, opCtx *graphql.OperationContext) bool {
	e := op.socket.Engine
	e.SubscriptionsOpen(1)
	if !op.becomeSubscription() {
		op.finish(present.OK)
		return false
	}
	sub, err := e.Begin(ctx, opCtx)
	if err != nil {
		op.finish(op.conclude(ctx, err))
		return false
	}
	op.follow = sub
	sub.Start(op.wake)
	return true
}

// becomeSubscription marks the operation as one that a drain ends.
func (op *operation) becomeSubscription() bool {
	op.socket.ops.mu.Lock()
	defer op.socket.ops.mu.Unlock()
	op.subscription = true
	return !op.socket.ops.ending
}

// work does what there is to do, when it is the subscription's turn.
func (op *operation) work() { inLine(&op.socket.line, &op.socket.crew, turn{op}) }

// work goes on until the subscription rests or has ended.
func (op turn) work() {
	for {
		op.turn.Store(working)
		if op.step() || op.turn.CompareAndSwap(working, resting) {
			return // after its end the turn stays taken
		}
	}
}

// step sends the events of a subscription, one by one; true at its end.
func (op *operation) step() (ended bool) {
	ctx := op.enter()
	defer op.leave()
	ended = true // after a panic
	defer op.recovering(ctx)
	if ctx.Err() != nil {
		op.finish(present.OK)
		return true
	}
	done, err := op.socket.Engine.Step(ctx, op.follow, func(_ any, a *engine.Answer) bool {
		return ctx.Err() == nil && op.next(a.JSON)
	})
	if done {
		op.finish(op.conclude(ctx, err))
		return true
	}
	if !op.flush() { // the socket is ending, and stops its operations
		op.finish(present.OK)
		return true
	}
	return false
}

// conclude says how a subscription ended, unless the client left or is sent elsewhere.
func (op *operation) conclude(ctx context.Context, err error) (code string) {
	switch {
	case ctx.Err() != nil || op.socket.ops.isEnding():
		return present.OK
	case err == nil:
		op.end("complete", nil)
		return present.OK
	default:
		return op.fail(ctx, err)
	}
}
