package socket

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// subscribe calls the resolver; false if there is no stream to follow.
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

// becomeSubscription marks the operation, so that a drain ends it; false if the drain has begun.
func (op *operation) becomeSubscription() bool {
	op.socket.ops.mu.Lock()
	defer op.socket.ops.mu.Unlock()
	op.subscription = true
	return !op.socket.ops.ending
}

// The states of a subscription: at most one goroutine works on it.
const (
	idle int32 = iota
	running
	runAgain // it was woken while running
)

// wake starts work on the subscription, unless it is running. It is called with locks held, and does not block.
func (op *operation) wake() {
	for {
		switch state := op.state.Load(); state {
		case idle:
			if op.state.CompareAndSwap(state, running) {
				go op.work()
				return
			}
		case running:
			if op.state.CompareAndSwap(state, runAgain) {
				return
			}
		default:
			return
		}
	}
}

// work steps the subscription until it is idle or has ended. One subscription of a socket works at a time: while the client
// does not read, the memory holds one answer, and not one of each subscription.
func (op *operation) work() {
	op.socket.steps.Lock()
	defer op.socket.steps.Unlock()
	for {
		op.state.Store(running)
		if op.step() || op.state.CompareAndSwap(running, idle) {
			return // after its end it stays running, so that nothing wakes it
		}
	}
}

// step sends the events that are pending; true at the end of the subscription.
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

// conclude sends the end of a subscription, unless the client has left or the server stops.
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
