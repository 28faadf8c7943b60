package sse

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// stream is an open event stream. It is a drain.Connection that sees the end of the server by itself, between two events.
type stream struct {
	writer

	cfg    *Config
	opCtx  *graphql.OperationContext // until the subscription has begun
	who    context.Context           // of its caller
	denied chan struct{}             // holds one when the token was revoked
}

// Drain implements drain.Connection.
func (*stream) Drain() {}

// Cut implements drain.Connection: net/http ends the request.
func (*stream) Cut() {}

// Deny implements drain.Connection.
func (s *stream) Deny(denied func(context.Context) bool) {
	if !denied(s.who) {
		return
	}
	select {
	case s.denied <- struct{}{}:
	default: // it is full already
	}
}

// follow sends the events of a subscription until it ends, the client leaves, the token expires or the server stops. It
// returns the code of the end. If the server stops there is no complete message, so that the client reconnects.
func (s *stream) follow(ctx context.Context) string {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.cfg.Engine.SubscriptionsOpen(1)
	defer s.cfg.Engine.SubscriptionsOpen(-1)
	if !s.raw(":\n\n") {
		return present.OK
	}
	id := eventIDs(s.opCtx)
	sub, err := s.cfg.Engine.Begin(ctx, s.opCtx)
	s.opCtx = nil // otherwise the document would stay in memory as long as the stream
	if err != nil {
		return s.finish(ctx, err)
	}
	woken := make(chan struct{}, 1)
	woken <- struct{}{}
	sub.Start(func() {
		select {
		case woken <- struct{}{}:
		default: // forward is woken already
		}
	})
	defer sub.Close()
	return s.forward(ctx, sub, id, woken)
}

func (s *stream) forward(ctx context.Context, sub *engine.Subscription, id idOf, woken <-chan struct{}) string {
	keepAlive := time.NewTicker(s.cfg.Limits.KeepAlive)
	defer keepAlive.Stop()
	expired, stop := s.expiry(ctx)
	defer stop()
	alive := true
	for alive {
		select {
		case <-woken:
			done, err := s.cfg.Engine.Step(ctx, sub, func(event any, a *engine.Answer) bool {
				sent := sub.StartSending(reply.Cut(s.w))
				alive = alive && s.next(id(event, a.HasData), string(a.JSON))
				sent()
				sub.Sent()
				return alive
			})
			if done && alive {
				return s.finish(ctx, err)
			}
		case <-keepAlive.C:
			alive = s.raw(":\n\n")
		case <-expired:
			return s.finish(ctx, fault.New(fault.Unauthenticated, "El token venció."))
		case <-s.denied:
			return s.finish(ctx, caller.Revoked())
		case <-s.cfg.Connections.Begun():
			_ = s.raw(": going away, come back\n\n")
			return present.OK
		case <-ctx.Done():
			return present.OK
		}
	}
	return present.OK
}

// finish sends the terminal error, if any, and complete.
func (s *stream) finish(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return present.OK
	}
	var errs gqlerror.List
	if err != nil {
		errs = s.cfg.Engine.ErrorsOf(ctx, err)
		if !s.send("next", string(present.Encode(&graphql.Response{Errors: errs}))) {
			return present.CodeOf(errs)
		}
	}
	s.send("complete", "")
	return present.CodeOf(errs)
}

// expiry fires when the caller's token expires; never for a caller without one.
func (s *stream) expiry(ctx context.Context) (<-chan time.Time, func() bool) {
	left, ends := caller.TokenLeft(ctx, s.cfg.Clock())
	if !ends {
		return nil, func() bool { return true }
	}
	t := time.NewTimer(left)
	return t.C, t.Stop
}
