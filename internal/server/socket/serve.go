package socket

import (
	"net/http"
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// Sockets serves WebSockets. Make it with New.
type Sockets struct{ cfg *Config }

// New makes Sockets.
func New(cfg Config) *Sockets { return &Sockets{&cfg} }

// IsUpgrade reports whether a request is to become a socket.
func IsUpgrade(r *http.Request) bool {
	isWebSocket := func(v string) bool { return strings.EqualFold(strings.TrimSpace(v), "websocket") }
	return slices.ContainsFunc(r.Header.Values("Upgrade"), isWebSocket)
}

// Serve upgrades and returns. The socket lives on in a goroutine of its own, so that net/http frees what it holds for a
// request.
func (ss *Sockets) Serve(w http.ResponseWriter, r *http.Request) {
	cfg := ss.cfg
	if cfg.Connections.Draining() {
		reply.Stopping().Send(w, r, reply.JSON, cfg.Presenter)
		return
	}
	if short := cfg.Budget.CheckMemory(shed.Socket); short != nil {
		reply.ProblemOf(short).Send(w, r, reply.JSON, cfg.Presenter)
		return
	}
	if len(r.Header.Values("Authorization")) > 1 {
		reply.TwoHeaders().Send(w, r, reply.JSON, cfg.Presenter)
		return
	}
	if name := longHeader(r.Header, cfg.Limits.Header); name != "" {
		reply.LongHeader(name).Send(w, r, reply.JSON, cfg.Presenter)
		return
	}
	cfg.Budget.DelayRefusal(r.Context(), "") // delayed and not refused: others may share the address, and a new connection is no faster
	s := newSocket(cfg, r)
	if refused := s.accept(w, r); refused != nil {
		cfg.Budget.ChargeRefusal(r.Context(), budget.Socket, 0)
		refused.Send(w, r, reply.JSON, cfg.Presenter)
		return
	}
	if !cfg.Connections.Enter(s) {
		_ = s.conn.CloseNow() // the server has begun to stop meanwhile
		return
	}
	go s.run()
}

func newSocket(cfg *Config, r *http.Request) *socket {
	s := &socket{
		Config: cfg, header: r.Header.Get("Authorization"), stated: caller.StatedPurposeIn(r.Header), who: caller.Detached(r.Context()),
		prepaid: prepaidFrames, working: make(chan struct{}, cfg.Limits.Working),
	}
	s.metered.writeTimeout, s.metered.clock, s.metered.pay = cfg.Limits.Write, cfg.Clock, s.pay
	return s
}
