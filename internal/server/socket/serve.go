package socket

import (
	"errors"
	"maps"
	"net/http"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

// Sockets serves WebSockets. Make it with New.
type Sockets struct{ all *shared }

// New makes Sockets.
func New(cfg Config) *Sockets {
	all := &shared{Config: cfg, wire: cfg.frames(), silent: newSilences[*socket](cfg.Limits.Silent)}
	all.rounds = &rounds{every: cfg.round(), clock: cfg.Clock, crew: &all.crew, open: map[ringer]struct{}{}}
	return &Sockets{all}
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
	all := ss.all
	if all.Connections.Draining() {
		reply.Stopping().Send(w, r, reply.JSON, all.Presenter)
		return
	}
	if short := all.Budget.Room(shed.Socket); short != nil {
		reply.ProblemOf(short).Send(w, r, reply.JSON, all.Presenter)
		return
	}
	if len(r.Header.Values("Authorization")) > 1 {
		reply.TwoHeaders().Send(w, r, reply.JSON, all.Presenter)
		return
	}
	all.Budget.Hold(r.Context(), "") // not refused: others may share the address. A socket takes its connection anyway
	conn, err := ws.Accept(w, r, &all.wire, subprotocol)
	var refused *ws.Refusal
	if errors.As(err, &refused) {
		all.Budget.Strike(r.Context(), budget.Socket, 0)
		maps.Copy(w.Header(), refused.Header)
		noSocket(refused).Send(w, r, reply.JSON, all.Presenter)
		return
	}
	if err != nil {
		return // the client left
	}
	s := &socket{shared: all, conn: conn, header: r.Header.Get("Authorization"), said: caller.SaidIn(r.Header), who: caller.Detached(r.Context()), account: account{paid: credit}}
	conn.Charge(s)
	if !all.Connections.Enter(s) {
		conn.Free() // the server has begun to stop in between
		return
	}
	s.begin()
}

func noSocket(refused *ws.Refusal) *reply.Problem {
	err := fault.New(fault.BadUserInput, "Esto no es el comienzo de una conexión WebSocket (RFC 6455).").Because(refused)
	return &reply.Problem{Status: refused.Status, Err: err}
}

// begin makes room among the silent sockets of the address, and starts.
func (s *socket) begin() {
	s.conn.Holds(len(s.header) + s.said.Bytes()) // until connection_init
	s.rounds.enter(s)
	s.conn.SetIdle(true) // until it asks for something
	if longest, crowded := s.silent.enter(caller.Peer(s.who), s); crowded {
		s.Budget.Strike(s.who, budget.Socket, 0)
		longest.later(longest.hush)
	}
	go s.run()
}
