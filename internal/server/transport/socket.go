package transport

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

const subprotocol = "graphql-transport-ws"

// closing is how a socket ends: a code of RFC 6455 or of graphql-transport-ws.
type closing struct {
	code   ws.Code
	reason string
}

var (
	goingAway          = closing{ws.GoingAway, "Going away"}
	tryAgainLater      = closing{ws.TryAgainLater, "Try again later"}
	invalidMessage     = closing{4400, "Invalid message"}
	unauthorized       = closing{4401, "Unauthorized"}
	forbidden          = closing{4403, "Forbidden"}
	badSubprotocol     = closing{4406, "Subprotocol not acceptable"}
	initTimeout        = closing{4408, "Connection initialisation timeout"}
	tooManySockets     = closing{4429, "Too many connections"}
	tooManyInits       = closing{4429, "Too many initialisation requests"}
	tooManyRefusals    = closing{4429, "Too many refused operations"}
	internalServerFail = closing{4500, "Internal server error"}
)

// socket is one WebSocket. An idle one has one goroutine, with the smallest stack
// there is, that waits for the client to say something. Operations, timers and
// messages take a goroutine only while they have something to do.
//
//	opened ── connection_init, token good ──▶ acknowledged ── subscribe* ──▶ closed
//	   └── 4408 init too late                     └── 4403 token expired, 1001 going away
type socket struct {
	api    *API
	conn   *ws.Conn
	header string // Authorization of the upgrade request, if connection_init brings none

	// Only the reading goroutine touches these four; it is never two at a time.
	who          context.Context // of the upgrade request, then with the principal
	acknowledged bool
	unread       uint16 // operations that were refused unread
	leave        func() // gives back the subject's place; nil before the acknowledgement

	working chan struct{} // places to work on operations in; nil before the acknowledgement

	mu      sync.Mutex
	ops     []*socketOp
	ending  bool           // no further operations
	gone    bool           // nothing further at all
	due     alarm          // connection_init, or the end of the token
	beat    alarm          // the next ping, or what shall answer it
	running sync.WaitGroup // operations
	all     sync.WaitGroup // operations and alarms at work
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
	if a.isDraining() {
		a.sendProblem(w, r, mediaJSON, stopping())
		return
	}
	if len(r.Header.Values("Authorization")) > 1 {
		a.sendProblem(w, r, mediaJSON, twoHeaders())
		return
	}
	a.hold(r.Context(), "") // not refused: others may share the address
	conn, err := ws.Accept(w, r, &a.socketLimits, subprotocol)
	var refused *ws.Refusal
	if errors.As(err, &refused) {
		a.strike(r.Context(), refusedSocket, 0)
		maps.Copy(w.Header(), refused.Header)
		a.sendProblem(w, r, mediaJSON, &problem{status: refused.Status, err: fault.New(fault.BadUserInput, "Esto no es el comienzo de una conexión WebSocket (RFC 6455).").Because(err)})
		return
	}
	if err != nil {
		return // the client left
	}
	s := &socket{api: a, conn: conn, header: r.Header.Get("Authorization"), who: detached(r.Context())}
	if !a.sockets.enter(s) {
		conn.Free() // the server has begun to stop in between
		return
	}
	if longest := a.silent.enter(s); longest != nil {
		a.strike(r.Context(), refusedSocket, 0)
		longest.later(longest.hush)
	}
	go s.run()
}

// closeWait is how long a client may take to agree to a close.
const closeWait = 5 * time.Second

func socketLimits(cfg Config) ws.Limits {
	l := cfg.Limits
	return ws.Limits{Message: l.Message, Frame: l.Write, Write: l.Write, Close: closeWait, Now: cfg.Clock}
}

func stopping() *problem {
	return problemOf(fault.New(fault.Unavailable, "El servidor se está deteniendo."))
}

func (s *socket) run() {
	s.api.cfg.Metrics.SocketsOpen(1)
	if s.conn.Subprotocol() != subprotocol {
		s.close(badSubprotocol)
	}
	s.arm(&s.due, s.api.cfg.Limits.Init, (*socket).late)
	s.arm(&s.beat, s.api.cfg.Limits.Ping, (*socket).ping)
	go s.rest() // reading would want a whole frame soon; connection_init has a time of its own
}

// rest waits until the client says something, or the connection is gone. It does
// little else, because its stack is what an idle socket holds: what follows gets
// a goroutine, and so a stack, of its own.
func (s *socket) rest() {
	s.conn.Rest()
	go s.serve()
}

// serve handles a message, and goes to rest.
func (s *socket) serve() {
	if s.next() {
		go s.rest()
		return
	}
	s.end()
}

// next handles a message; false at the end of the connection.
func (s *socket) next() (goesOn bool) {
	defer func() {
		if v := recover(); v != nil {
			s.api.cfg.Log.ErrorContext(s.who, "panic", "request_id", RequestID(s.who), "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			s.close(internalServerFail)
		}
	}()
	kind, data, err := s.conn.Read()
	switch {
	case err != nil:
		return false
	case kind == ws.Nothing:
		return true
	}
	wrong := &invalidMessage
	if kind == ws.Text {
		wrong = s.receive(data)
	}
	if wrong != nil {
		s.blame(*wrong, len(data))
		s.close(*wrong) // the client answers, or is cut off
	}
	return true
}

// blame charges for a message that ends the socket, if that is the client's fault.
func (s *socket) blame(c closing, bytes int) {
	if c != tryAgainLater && c != tooManyRefusals {
		s.api.strike(s.who, refusedSocket, bytes)
	}
}

// end is the last thing that a socket does; it waits for all that it started.
func (s *socket) end() {
	s.stopOperations()
	s.mu.Lock()
	s.gone = true
	s.mu.Unlock()
	s.conn.Free()
	s.all.Wait()
	s.api.silent.leave(s)
	if s.leave != nil {
		s.leave()
	}
	s.api.cfg.Metrics.SocketsOpen(-1)
	s.api.sockets.leave(s)
}

// close says why. The reader goes on until the client agrees, or is cut off.
func (s *socket) close(c closing) {
	s.stopOperations()
	s.conn.Close(c.code, c.reason)
}

// kill cuts the connection, even in the middle of a close handshake.
func (s *socket) kill() { s.conn.Cut() }

// drain lets queries and mutations finish, subscriptions end, and closes.
func (s *socket) drain() {
	s.mu.Lock()
	s.ending = true
	for _, op := range s.ops {
		if op.subscription {
			op.stop()
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
		op.stop()
	}
}

// write sends messages, or ends the connection of a client that does not read.
func (s *socket) write(messages ...[]byte) bool { return s.conn.Write(messages...) == nil }

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

func (s *socket) isEnding() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ending
}

// find returns the operation with an id; the caller holds the lock.
func (s *socket) find(id string) int {
	return slices.IndexFunc(s.ops, func(op *socketOp) bool { return op.id == id })
}
