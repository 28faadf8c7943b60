package sse

import (
	"context"
	"net/http"
	"time"

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
	start, kind := cfg.Clock(), admission.KindOf(opCtx)
	leave, tooMany := cfg.Budget.Connect(ctx)
	defer leave()
	if tooMany != nil {
		cfg.Engine.Observe(kind, string(tooMany.Code), start)
		cfg.Budget.Hold(ctx, string(tooMany.Code))
		reply.ProblemOf(tooMany).Send(w, r, reply.JSON, cfg.Presenter)
		return
	}
	s := &stream{cfg: cfg, opCtx: opCtx, writer: writer{w, http.NewResponseController(w), cfg.Limits.Write, cfg.Clock}}
	if !cfg.Connections.Enter(s) {
		reply.Stopping().Send(w, r, reply.JSON, cfg.Presenter)
		return
	}
	defer cfg.Connections.Leave(s)
	s.begin()
	if admission.IsSubscription(opCtx) {
		cfg.Engine.Observe(kind, s.follow(resumed(ctx, r.Header.Get("Last-Event-ID"))), start)
		return
	}
	resp := cfg.Engine.Respond(ctx, opCtx)
	cfg.Engine.Observe(kind, present.CodeOf(resp.Errors), start)
	s.once(resp)
}

// begin sends the headers.
func (s *stream) begin() {
	h := s.w.Header()
	h.Set("Content-Type", reply.Events+"; charset=utf-8")
	h.Set("Cache-Control", "no-cache, no-store")
	h.Set("X-Accel-Buffering", "no") // proxies must not collect events
	h.Add("Vary", "Accept")
	_ = s.rc.SetReadDeadline(time.Time{}) // the server's limit is for requests that end
	s.w.WriteHeader(http.StatusOK)
}

// once sends the answer of an operation that has but one.
func (s *stream) once(resp *graphql.Response) {
	if s.send("next", string(present.Encode(resp))) {
		_ = s.send("complete", "") // a client that left needs no end
	}
}
