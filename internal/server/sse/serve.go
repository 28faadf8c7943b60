package sse

import (
	"context"
	"net/http"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// Streams answers operations as event streams.
type Streams struct{ cfg Config }

// New makes Streams.
func New(cfg Config) *Streams { return &Streams{cfg} }

// Serve answers an admitted operation of any kind.
func (all *Streams) Serve(ctx context.Context, w http.ResponseWriter, r *http.Request, opCtx *graphql.OperationContext) {
	cfg := &all.cfg
	start, asked := cfg.Clock(), admission.AskedBy(opCtx)
	leave, tooMany := cfg.Budget.Connect(ctx)
	defer leave()
	if tooMany != nil {
		cfg.Engine.Observe(ctx, asked, string(tooMany.Code), start)
		p := reply.ProblemOf(tooMany)
		p.Last = cfg.Budget.DelayRefusal(ctx, string(tooMany.Code))
		p.Send(w, r, reply.JSON, cfg.Presenter)
		return
	}
	s := &stream{cfg: cfg, opCtx: opCtx, who: ctx, denied: make(chan struct{}, 1), writer: cfg.writer(w)}
	if !cfg.Connections.Enter(s) {
		reply.Stopping().Send(w, r, reply.JSON, cfg.Presenter)
		return
	}
	defer cfg.Connections.Leave(s)
	s.Deny(cfg.Denied) // its token may have been revoked since it was verified
	s.begin()
	if admission.IsSubscription(opCtx) {
		cfg.Engine.Observe(ctx, asked, s.follow(resumed(ctx, r.Header.Get("Last-Event-ID"))), start)
		return
	}
	resp, unsent := cfg.Engine.Respond(ctx, opCtx)
	defer unsent.Sent()
	cfg.Engine.Observe(ctx, asked, present.CodeOf(resp.Errors), start)
	defer unsent.StartSending(reply.Cut(w))()
	s.once(resp)
}

// Refuse answers an operation that was not admitted: one event with the errors, and the end. It does not last, so that it is
// not counted as a connection.
func (all *Streams) Refuse(w http.ResponseWriter, resp *graphql.Response) {
	s := all.cfg.writer(w)
	s.begin()
	s.once(resp)
}
