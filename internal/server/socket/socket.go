package socket

import (
	"bufio"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
)

// socket is one WebSocket. One goroutine reads; operations have theirs while there is something to do for them.
//
//	opened ── connection_init, token good ──▶ acknowledged ── subscribe* ──▶ closed
//	   └── 4408 init too late                     └── 4403 token expired, 1001 going away
type socket struct {
	*Config

	conn   *websocket.Conn
	metered   meteredConn
	in     *bufio.Reader // the library reads by it; between the parts of a message it tells how much came
	header string        // Authorization of the upgrade request, if connection_init brings none
	stated   *caller.StatedPurpose  // the same of its purpose

	// Only the reading goroutine touches these.
	who          context.Context // of the upgrade request, then with the principal
	acknowledged bool
	unreadCount       int    // operations that were refused unread
	leave        func() // gives back the subject's place; nil before the acknowledgement
	prepaid         int    // frames that it may still send
	free         budget.Allowance
	incoming     *budget.Incoming // what is counted of the message that comes
	full         *fault.Error     // why there was no room for it

	reading sync.Mutex                      // held while a message comes in
	closeReason     *closing                        // how the socket ends; guarded by reading
	busy    atomic.Bool                     // a message is handled, and nothing read
	authenticated  atomic.Pointer[context.Context] // who, for those who end sockets; nil: nobody
	working chan struct{}                   // holds one for each operation that is worked on until its first answer
	steps   sync.Mutex                      // of the subscriptions: one at a time

	tasks

	ops table
}

// table holds the operations of a socket.
type table struct {
	mu      sync.Mutex
	all     []*operation
	ending  bool // no further operations
	running sync.WaitGroup
}

// operation is one of a socket. After its error or complete nothing follows under its
// id. A subscription between two events is this and its stream, and no goroutine.
type operation struct {
	socket *socket
	id     string
	ctx    context.Context
	cancel context.CancelFunc // nobody wants the operation any more

	subscription bool // guarded by the table's lock

	// Only the goroutine that works on the operation touches these.
	since  time.Time
	kind   string               // of the operation; "" if it never became one
	follow *engine.Subscription // nil unless it is under way

	state atomic.Int32
}
