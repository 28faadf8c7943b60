package socket

import (
	"maps"
	"net/http"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// Sockets serves WebSockets. Make it with New.
type Sockets struct{ cfg *Config }

// New makes Sockets.
func New(cfg Config) *Sockets {
	return &Sockets{&cfg}
}

// IsUpgrade reports whether a request is to become a socket.
func IsUpgrade(r *http.Request) bool {
	for _, v := range r.Header.Values("Upgrade") {
		if strings.EqualFold(strings.TrimSpace(v), "websocket") {
			return true
		}
	}
	return false
}

// Serve upgrades and returns: the socket lives on in a goroutine of its own, so that
// what net/http holds for a request is given back.
func (ss *Sockets) Serve(w http.ResponseWriter, r *http.Request) {
	all := ss.cfg
	if all.Connections.Draining() {
		reply.Stopping().Send(w, r, reply.JSON, all.Presenter)
		return
	}
	if short := all.Budget.CheckMemory(shed.Socket); short != nil {
		reply.ProblemOf(short).Send(w, r, reply.JSON, all.Presenter)
		return
	}
	if len(r.Header.Values("Authorization")) > 1 {
		reply.TwoHeaders().Send(w, r, reply.JSON, all.Presenter)
		return
	}
	if name := longHeader(r.Header, all.Limits.Header); name != "" {
		reply.LongHeader(name).Send(w, r, reply.JSON, all.Presenter)
		return
	}
	all.Budget.DelayRefusal(r.Context(), "") // not refused: others may share the address. A socket takes its connection anyway
	if refused := checkHandshake(r); refused != nil {
		all.Budget.ChargeRefusal(r.Context(), budget.Socket, 0)
		maps.Copy(w.Header(), refused.header)
		handshakeProblem(refused).Send(w, r, reply.JSON, all.Presenter)
		return
	}
	s := newSocket(all, r)
	if s.accept(w, r) != nil {
		return // the client left
	}
	if !all.Connections.Enter(s) {
		_ = s.conn.CloseNow() // the server has begun to stop in between
		return
	}
	go s.run()
}

func newSocket(all *Config, r *http.Request) *socket {
	s := &socket{
		Config: all, header: r.Header.Get("Authorization"), stated: caller.StatedPurposeIn(r.Header), who: caller.Detached(r.Context()),
		prepaid: prepaidFrames, working: make(chan struct{}, all.Limits.Working),
	}
	s.metered.writeTimeout, s.metered.clock, s.metered.pay = all.Limits.Write, all.Clock, s.pay
	return s
}

func handshakeProblem(refused *refusal) *reply.Problem {
	err := fault.New(fault.BadUserInput, "Esto no es el comienzo de una conexión WebSocket (RFC 6455).").Because(refused)
	return &reply.Problem{Status: refused.status, Err: err}
}
