package socket

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
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

// socket is one WebSocket. An idle one has no goroutine, or one with the smallest
// stack there is, that waits for the client to say something. Operations, timers and
// messages take a goroutine only while they have something to do.
//
//	opened ── connection_init, token good ──▶ acknowledged ── subscribe* ──▶ closed
//	   └── 4408 init too late                     └── 4403 token expired, 1001 going away
type socket struct {
	*shared

	conn   *ws.Conn
	header string       // Authorization of the upgrade request, if connection_init brings none
	said   *caller.Said // the same of its purpose

	// Only the reading goroutine touches these five; it is never two at a time.
	who          context.Context // of the upgrade request, then with the principal
	acknowledged bool
	unread       uint16 // operations that were refused unread
	leave        func() // gives back the subject's place; nil before the acknowledgement
	account

	came   atomic.Bool                     // something did, and waits for its turn or is read
	proven atomic.Pointer[context.Context] // who, for those who end sockets; nil: nobody

	desk desk // where operations begin; it has no places before the acknowledgement

	alarms[*socket]
	life
	line line // of the subscriptions that have something to do

	ops table
}

// table holds the operations of a socket.
type table struct {
	mu      sync.Mutex
	all     []*operation
	ending  bool // no further operations
	running sync.WaitGroup
}

// desk lets so many operations of a socket begin at a time. The others wait for them: each
// is the bytes that came, and no goroutine.
type desk struct {
	mu      sync.Mutex
	places  int
	waiting []arrival
}

// arrival is an operation that came. Until its turn comes it is not decoded: that would
// take many times as much.
type arrival struct {
	op      *operation
	payload []byte
	counted *budget.Incoming
}

// unwanted is an arrival whose client wants it no more.
type unwanted arrival

// operation is one of a socket. After its error or complete nothing follows under its
// id. A subscription between two events is this and its stream, no goroutine and no
// context.
type operation struct {
	socket *socket
	id     string

	// guarded by the table's lock
	cancel       context.CancelFunc // of the work under way; nil at rest
	subscription bool
	stopped      bool // nobody wants it any more

	// Only the goroutine that works on the operation touches these.
	since  time.Time
	kind   string               // of the operation; "" if it never became one
	follow *engine.Subscription // nil unless it is under way
	unsent ws.Batch             // of the step under way

	turn atomic.Int32
}

// write sends a message, or ends the connection of a client that does not read.
func (s *socket) write(message ws.Message) bool { return s.conn.Write(message) == nil }

// cutSoon cuts the connection, and does not wait for it: TLS says goodbye first.
func (s *socket) cutSoon() { go s.Cut() }

// Cut cuts the connection, even in the middle of a close handshake.
func (s *socket) Cut() { s.conn.Cut() }
