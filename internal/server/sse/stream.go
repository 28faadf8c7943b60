package sse

import (
	"context"
	"io"
	"net/http"
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

// writer writes the events of a stream: `next` for each result, then `complete`.
type writer struct {
	w      http.ResponseWriter
	rc     *http.ResponseController
	within time.Duration // longest write
	clock  func() time.Time
}

func (s writer) send(event, data string) bool {
	return s.raw("event: " + event + "\ndata: " + data + "\n\n")
}

// next sends an event of a subscription; id may be empty.
func (s writer) next(id, data string) bool {
	if id == "" {
		return s.send("next", data)
	}
	return s.raw("id: " + id + "\nevent: next\ndata: " + data + "\n\n")
}

// raw writes within a deadline, so that the stream of a client that does not read ends.
func (s writer) raw(text string) bool {
	_ = s.rc.SetWriteDeadline(s.clock().Add(s.within))
	_, err := io.WriteString(s.w, text)
	if err != nil || s.rc.Flush() != nil {
		return false
	}
	_ = s.rc.SetWriteDeadline(time.Time{}) // HTTP/2 ends a stream when its deadline passes, also between two writes
	return true
}

func (cfg *Config) writer(w http.ResponseWriter) writer {
	return writer{w, http.NewResponseController(w), cfg.Limits.Write, cfg.Clock}
}

// begin sends the headers.
func (s writer) begin() {
	h := s.w.Header()
	h.Set("Content-Type", reply.Events+"; charset=utf-8")
	h.Set("Cache-Control", "no-cache, no-store")
	h.Set("X-Accel-Buffering", "no") // proxies must not collect events
	h.Add("Vary", "Accept")
	_ = s.rc.SetReadDeadline(time.Time{}) // the server's limit is for requests that end
	s.w.WriteHeader(http.StatusOK)
}

// once sends the answer of an operation that has only one.
func (s writer) once(resp *graphql.Response) {
	if s.send("next", string(present.Encode(resp))) {
		_ = s.send("complete", "") // a client that left needs no end
	}
}
