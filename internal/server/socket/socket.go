package socket

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

// shared is what all sockets have in common.
type shared struct {
	Config

	wire   ws.Limits
	crew   crew // works on the sockets and their subscriptions
	rounds *rounds
	silent *silences[*socket]
}

// socket is one WebSocket. An idle one has one goroutine, with the smallest stack
// there is, that waits for the client to say something. Operations, timers and
// messages take a goroutine only while they have something to do.
//
//	opened ── connection_init, token good ──▶ acknowledged ── subscribe* ──▶ closed
//	   └── 4408 init too late                     └── 4403 token expired, 1001 going away
type socket struct {
	*shared

	conn   *ws.Conn
	header string // Authorization of the upgrade request, if connection_init brings none

	// Only the reading goroutine touches these four; it is never two at a time.
	who          context.Context // of the upgrade request, then with the principal
	acknowledged bool
	unread       uint16 // operations that were refused unread
	leave        func() // gives back the subject's place; nil before the acknowledgement

	working chan struct{} // places to work on operations in; nil before the acknowledgement

	mu      sync.Mutex
	ops     []*operation
	ending  bool           // no further operations
	gone    bool           // nothing further at all
	due     alarm[*socket] // connection_init, or the end of the token
	beat    alarm[*socket] // the next ping, or what shall answer it
	running sync.WaitGroup // operations
	all     sync.WaitGroup // operations and alarms at work
}

// operation is one of a socket. After its error or complete nothing follows under its
// id. A subscription between two events is this and its stream, no goroutine and no
// context.
type operation struct {
	socket *socket
	id     string

	// guarded by the socket's lock
	cancel       context.CancelFunc // of the work under way; nil at rest
	subscription bool
	stopped      bool // nobody wants it any more

	// Only the goroutine that works on the operation touches these.
	since  time.Time
	kind   string               // of the operation; "" if it never became one
	follow *engine.Subscription // nil unless it is under way
	unsent [][]byte             // of the step under way

	turn atomic.Int32
}

// write sends messages, or ends the connection of a client that does not read.
func (s *socket) write(messages ...[]byte) bool { return s.conn.Write(messages...) == nil }

// Cut cuts the connection, even in the middle of a close handshake.
func (s *socket) Cut() { s.conn.Cut() }

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
	return slices.IndexFunc(s.ops, func(op *operation) bool { return op.id == id })
}
