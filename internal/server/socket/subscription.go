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

// The turns of a subscription: at most one goroutine works on it.
const (
	idle int32 = iota
	running
	runAgain // something came in the meantime
)

// wake has the subscription worked on. It is called with locks held.
func (op *operation) wake() {
	for {
		switch turn := op.state.Load(); turn {
		case idle:
			if op.state.CompareAndSwap(turn, running) {
				go op.work()
				return
			}
		case running:
			if op.state.CompareAndSwap(turn, runAgain) {
				return
			}
		default:
			return
		}
	}
}

// work goes on until the subscription rests or has ended. All subscriptions of a socket write to the same client, so
// one is worked on at a time: while the client does not read, one answer is kept, and not one of each.
func (op *operation) work() {
	op.socket.steps.Lock()
	defer op.socket.steps.Unlock()
	for {
		op.state.Store(running)
		if op.step() || op.state.CompareAndSwap(running, idle) {
			return // after its end the turn stays taken
		}
	}
}

// step sends the events of a subscription, one by one; true at its end.
func (op *operation) step() (ended bool) {
	ctx := op.ctx
	ended = true // after a panic
	defer op.recovering(ctx)
	if ctx.Err() != nil {
		op.finish(present.OK)
		return true
	}
	done, err := op.socket.Engine.Step(ctx, op.follow, func(_ any, a *engine.Answer) bool {
		return ctx.Err() == nil && op.sendEvent(a.JSON)
	})
	if done {
		op.finish(op.conclude(ctx, err))
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
