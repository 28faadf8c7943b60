package httpserver

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/carpeta-ciudadana/servidor/internal/fault"
)

const subprotocol = "graphql-transport-ws"

// closing is how a socket ends: a code of RFC 6455 or of graphql-transport-ws.
type closing struct {
	code   websocket.StatusCode
	reason string
}

var (
	goingAway          = closing{websocket.StatusGoingAway, "Going away"}
	tryAgainLater      = closing{websocket.StatusTryAgainLater, "Try again later"}
	invalidMessage     = closing{4400, "Invalid message"}
	unauthorized       = closing{4401, "Unauthorized"}
	forbidden          = closing{4403, "Forbidden"}
	badSubprotocol     = closing{4406, "Subprotocol not acceptable"}
	initTimeout        = closing{4408, "Connection initialisation timeout"}
	tooManyInits       = closing{4429, "Too many initialisation requests"}
	internalServerFail = closing{4500, "Internal server error"}
)

// socket is one WebSocket. Its own goroutine reads; each operation has one that
// runs and writes. Timers take a goroutine only while they have something to do.
//
//	opened ── connection_init, token good ──▶ acknowledged ── subscribe* ──▶ closed
//	   └── 4408 init too late                     └── 4403 token expired, 1001 going away
type socket struct {
	api    *API
	conn   *websocket.Conn
	raw    net.Conn // under conn
	header string   // Authorization of the upgrade request, if connection_init brings none
	base   context.Context
	cancel context.CancelFunc

	// Only the reading goroutine touches these two.
	who          context.Context // base with the principal
	acknowledged bool

	mu      sync.Mutex
	ops     []*socketOp
	ending  bool // no further operations
	gone    bool // nothing further at all
	due     *time.Timer
	beat    *time.Timer
	running sync.WaitGroup // operations
	all     sync.WaitGroup // operations and timers at work
}

func isUpgrade(r *http.Request) bool {
	for _, v := range r.Header.Values("Upgrade") {
		if strings.EqualFold(strings.TrimSpace(v), "websocket") {
			return true
		}
	}
	return false
}

// serveSocket upgrades and returns: the socket lives on in a goroutine of its
// own, so that what net/http holds for a request is given back.
func (a *API) serveSocket(w http.ResponseWriter, r *http.Request) {
	if !originAllowed(r, a.cfg.Origins) {
		a.sendProblem(w, r, mediaJSON, &problem{
			status: http.StatusForbidden,
			err:    fault.New(fault.Forbidden, "Este sitio no puede abrir conexiones con el servidor."),
		})
		return
	}
	if a.isDraining() {
		a.sendProblem(w, r, mediaJSON, stopping())
		return
	}
	hijacked := &smallBuffers{ResponseWriter: w}
	conn, err := websocket.Accept(hijacked, r, &websocket.AcceptOptions{
		Subprotocols: []string{subprotocol}, InsecureSkipVerify: true, // the origin was checked above
	})
	if err != nil {
		return // Accept has answered
	}
	conn.SetReadLimit(a.cfg.Limits.Message)
	base, cancel := context.WithCancel(detached(r.Context()))
	s := &socket{api: a, conn: conn, raw: hijacked.conn, header: r.Header.Get("Authorization"), base: base, cancel: cancel, who: base}
	if !a.sockets.enter(s) {
		cancel()
		_ = conn.CloseNow() // the server has begun to stop in between
		return
	}
	go s.run()
}

func stopping() *problem {
	return &problem{status: http.StatusServiceUnavailable, err: fault.New(fault.Unavailable, "El servidor se está deteniendo.")}
}

func (s *socket) run() {
	s.api.cfg.Metricas.SocketsOpen(1)
	defer s.end()
	if s.conn.Subprotocol() != subprotocol {
		s.close(badSubprotocol)
		return
	}
	s.arm(&s.due, s.api.cfg.Limits.Init, func() { s.close(initTimeout) })
	s.arm(&s.beat, s.api.cfg.Limits.Ping, s.ping)
	for {
		kind, data, err := s.conn.Read(s.base)
		if err != nil {
			return
		}
		if kind != websocket.MessageText {
			s.close(invalidMessage)
			return
		}
		if wrong := s.receive(data); wrong != nil {
			s.close(*wrong)
			return
		}
	}
}

// end is the last thing that a socket does; it waits for all that it started.
func (s *socket) end() {
	if v := recover(); v != nil {
		s.api.cfg.Log.ErrorContext(s.base, "panic", "request_id", RequestID(s.base), "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		s.close(internalServerFail)
	}
	s.mu.Lock()
	s.ending, s.gone = true, true
	for _, t := range []*time.Timer{s.due, s.beat} {
		if t != nil {
			t.Stop()
		}
	}
	s.mu.Unlock()
	s.cancel()
	_ = s.conn.CloseNow()
	s.all.Wait()
	s.api.cfg.Metricas.SocketsOpen(-1)
	s.api.sockets.leave(s)
}

// close says why and waits a few seconds for the client to agree.
func (s *socket) close(c closing) {
	s.stopOperations()
	_ = s.conn.Close(c.code, c.reason)
}

// kill cuts the connection, even in the middle of a close handshake.
func (s *socket) kill() {
	s.cancel()
	_ = s.raw.Close() // it may be closed already
}

// drain lets queries and mutations finish, subscriptions end, and closes.
func (s *socket) drain() {
	s.mu.Lock()
	s.ending = true
	for _, op := range s.ops {
		if op.subscription {
			op.cancel()
		}
	}
	s.mu.Unlock()
	s.running.Wait()
	s.close(goingAway)
}

func (s *socket) stopOperations() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ending = true
	for _, op := range s.ops {
		op.cancel()
	}
}

// ping finds dead peers: one that is gone does not answer, and no write would tell.
func (s *socket) ping() {
	ctx, cancel := context.WithTimeout(s.base, s.api.cfg.Limits.Pong)
	defer cancel()
	if s.conn.Ping(ctx) != nil {
		s.kill()
		return
	}
	s.arm(&s.beat, s.api.cfg.Limits.Ping, s.ping)
}

// arm sets one of the socket's timers anew.
func (s *socket) arm(t **time.Timer, d time.Duration, do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone {
		return
	}
	if *t != nil {
		(*t).Stop()
	}
	*t = time.AfterFunc(d, func() { s.now(do) })
}

// now does something in this goroutine, if the socket still is.
func (s *socket) now(do func()) {
	s.mu.Lock()
	if s.gone {
		s.mu.Unlock()
		return
	}
	s.all.Add(1)
	s.mu.Unlock()
	defer s.all.Done()
	do()
}

// later does it in a goroutine of its own.
func (s *socket) later(do func()) { go s.now(do) }

// write sends a message, or ends the connection of a client that does not read.
func (s *socket) write(data []byte) bool {
	ctx, cancel := context.WithTimeout(s.base, s.api.cfg.Limits.Write)
	defer cancel()
	return s.conn.Write(ctx, websocket.MessageText, data) == nil
}

func (s *socket) isEnding() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ending
}

// find returns the operation with an id; the caller holds the lock.
func (s *socket) find(id string) int {
	return slices.IndexFunc(s.ops, func(op *socketOp) bool { return op.id == id })
}
