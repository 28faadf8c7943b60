package transport

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// events writes the distinct-connection mode of GraphQL over SSE: one operation
// per request; `next` for each result, then `complete`.
type events struct {
	w     http.ResponseWriter
	rc    *http.ResponseController
	write time.Duration
	now   func() time.Time
}

func (e events) send(event, data string) bool {
	return e.raw("event: " + event + "\ndata: " + data + "\n\n")
}

// next sends what a subscription gives; id may be empty.
func (e events) next(id, data string) bool {
	if id == "" {
		return e.send("next", data)
	}
	return e.raw("id: " + id + "\nevent: next\ndata: " + data + "\n\n")
}

// raw writes within a deadline: a client that does not read ends its own stream.
func (e events) raw(text string) bool {
	_ = e.rc.SetWriteDeadline(e.now().Add(e.write))
	_, err := io.WriteString(e.w, text)
	if err != nil || e.rc.Flush() != nil {
		return false
	}
	_ = e.rc.SetWriteDeadline(time.Time{}) // HTTP/2 ends a stream when its deadline passes, also between two writes
	return true
}

// serveEvents answers any operation as a stream. It counts as a connection that
// Drain waits for.
func (a *API) serveEvents(ctx context.Context, w http.ResponseWriter, r *http.Request, opCtx *graphql.OperationContext) {
	start := a.cfg.Clock()
	leave, ok := a.places.Enter(subject(ctx))
	defer leave()
	if !ok {
		a.observe(opCtx, string(fault.RateLimited), start)
		a.hold(ctx, string(fault.RateLimited))
		a.sendProblem(w, r, mediaJSON, problemOf(tooManyConnections(a.cfg.Limits.Sockets)))
		return
	}
	if !a.sockets.enter(nil) {
		a.sendProblem(w, r, mediaJSON, stopping())
		return
	}
	defer a.sockets.leave(nil)
	e := events{w, http.NewResponseController(w), a.cfg.Limits.Write, a.cfg.Clock}
	h := w.Header()
	h.Set("Content-Type", mediaEvents+"; charset=utf-8")
	h.Set("Cache-Control", "no-cache, no-store")
	h.Set("X-Accel-Buffering", "no") // proxies must not collect events
	h.Add("Vary", "Accept")
	_ = e.rc.SetReadDeadline(time.Time{}) // the server's limit is for requests that end
	w.WriteHeader(http.StatusOK)
	if !isSubscription(opCtx) {
		resp := a.respondOnce(ctx, opCtx)
		a.observe(opCtx, codeOf(resp.Errors), start)
		if e.send("next", string(encode(resp))) {
			_ = e.send("complete", "") // a client that left needs no end
		}
		return
	}
	a.observe(opCtx, a.streamEvents(resumed(ctx, r), e, opCtx), start)
}

// streamEvents follows a subscription until it ends, the client leaves, the token
// expires or the server stops. Only a true end is told as complete: after any
// other the client comes back.
func (a *API) streamEvents(ctx context.Context, e events, opCtx *graphql.OperationContext) string {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a.cfg.Metrics.SubscriptionsOpen(1)
	defer a.cfg.Metrics.SubscriptionsOpen(-1)
	if !e.raw(":\n\n") {
		return "OK"
	}
	stream, err := a.begin(ctx, opCtx)
	if err != nil {
		return a.finish(ctx, e, err)
	}
	woken := make(chan struct{}, 1)
	woken <- struct{}{}
	stream.Start(func() {
		select {
		case woken <- struct{}{}:
		default: // it will look
		}
	})
	defer stream.Close()
	return a.forward(ctx, e, opCtx, stream, woken)
}

func (a *API) forward(ctx context.Context, e events, opCtx *graphql.OperationContext, stream *hub.Stream, woken <-chan struct{}) string {
	keepAlive := time.NewTicker(a.cfg.Limits.KeepAlive)
	defer keepAlive.Stop()
	expired, stop := a.expiry(ctx)
	defer stop()
	id, what, alive := eventIDs(opCtx), selectionOf(opCtx), true
	for alive {
		select {
		case <-woken:
			done, err := a.step(ctx, what, stream, func(event *eliminacion.Eliminacion, resp *answer) bool {
				alive = alive && e.next(id(event, resp.Response), string(resp.json))
				return alive
			})
			if done && alive {
				return a.finish(ctx, e, err)
			}
		case <-keepAlive.C:
			alive = e.raw(":\n\n")
		case <-expired:
			return a.finish(ctx, e, fault.New(fault.Unauthenticated, "El token venció."))
		case <-a.draining:
			_ = e.raw(": going away, come back\n\n")
			return "OK"
		case <-ctx.Done():
			return "OK"
		}
	}
	return "OK"
}

// finish sends the terminal error, if any, and complete.
func (a *API) finish(ctx context.Context, e events, err error) string {
	if ctx.Err() != nil {
		return "OK"
	}
	var errs gqlerror.List
	if err != nil {
		errs = a.errorsOf(ctx, err)
		if !e.send("next", string(encode(&graphql.Response{Errors: errs}))) {
			return codeOf(errs)
		}
	}
	e.send("complete", "")
	return codeOf(errs)
}

// expiry fires when the caller's token ends; never for a caller without one.
func (a *API) expiry(ctx context.Context) (<-chan time.Time, func() bool) {
	left, ends := tokenLeft(ctx, a.cfg.Clock())
	if !ends {
		return nil, func() bool { return true }
	}
	t := time.NewTimer(left)
	return t.C, t.Stop
}
