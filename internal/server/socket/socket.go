package socket

import (
	"bufio"
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/drain"
	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// Config holds the parts of Sockets. All of them are required.
type Config struct {
	Engine      *engine.Engine
	Budget      *budget.Budget
	Connections *drain.Connections
	Verifier    caller.Verifier
	Presenter   present.Presenter
	Limits      limits.Limits
	Metrics     Metrics
	Log         *slog.Logger
	Clock       func() time.Time
}

// Metrics counts sockets. Its method may be called at any time.
type Metrics interface {
	// SocketsOpen changes the number of open sockets.
	SocketsOpen(delta int)
}

// socket is a WebSocket. One goroutine reads; an operation has another one while there is work to do for it.
//
//	opened ── connection_init, token good ──▶ acknowledged ── subscribe* ──▶ closed
//	   └── 4408 init too late                     └── 4403 token expired, 1001 going away
type socket struct {
	*Config

	conn    *websocket.Conn
	metered meteredConn
	in      *bufio.Reader         // from which the library reads; it tells how much of a message has arrived
	header  string                // Authorization of the upgrade request, if connection_init brings none
	stated  *caller.StatedPurpose // the same of its purpose

	// Only the reading goroutine uses these.
	who          context.Context // of the upgrade request, then with the principal
	acknowledged bool
	unreadCount  int    // operations that were refused without being read
	leave        func() // gives back the subject's place; nil before the acknowledgement
	prepaid      int    // frames that it may send before it pays again
	free         budget.Allowance
	incoming     *budget.Incoming // the count of the message that is being read
	full         *fault.Error     // why there is no room for that message

	reading       sync.Mutex                      // held while a message is read
	closeReason   *closing                        // how the socket ends; guarded by reading
	busy          atomic.Bool                     // a message is handled, and nothing is read
	authenticated atomic.Pointer[context.Context] // who, for Deny; nil: an anonymous client
	working       chan struct{}                   // limits the operations at work: holds one for each until its first answer
	steps         sync.Mutex                      // one subscription works at a time

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

// release frees the id of an operation that ends; false if its client ended it before.
func (t *table) release(op *operation) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := t.find(op.id)
	mine := i >= 0 && t.all[i] == op
	if mine {
		t.remove(i)
	}
	return mine
}

// remove takes an operation out; the caller holds the lock.
func (t *table) remove(i int) {
	last := len(t.all) - 1
	t.all[i], t.all[last] = t.all[last], nil
	t.all = t.all[:last]
}

func (t *table) isEnding() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ending
}

// find returns the index of an operation, or -1; the caller holds the lock.
func (t *table) find(id string) int {
	return slices.IndexFunc(t.all, func(op *operation) bool { return op.id == id })
}

// operation belongs to a socket. After its error or complete nothing follows under its id. A subscription needs no goroutine
// between two events.
type operation struct {
	socket *socket
	id     string
	ctx    context.Context
	cancel context.CancelFunc // ends the operation

	subscription bool // guarded by the table's lock

	// Only the goroutine that works on the operation uses these.
	since  time.Time
	asked  admission.Asked
	follow *engine.Subscription // nil unless a subscription has begun

	state atomic.Int32
}
