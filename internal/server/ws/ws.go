package ws

import (
	"bufio"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Limits bound the resources that the other side can take.
type Limits struct {
	Message int64         // bytes of a message
	Grace   time.Duration // a frame or message that has begun must be whole by then,
	Rate    int           // or in the time that its bytes take, so many per second
	Write   time.Duration // longest write of a frame
	Close   time.Duration // how long the other side may take to agree to a close

	Clock func() time.Time
}

// Kind is what Read returns.
type Kind byte

// The kinds.
const (
	Nothing Kind = iota // a control frame, which was answered, or a part of a message
	Text
	Binary
	Cut // the beginning of a message that the Account had no room for
)

// Conn is a connection after its handshake. One goroutine at a time calls Await, Rest and
// Read; the other methods may be called by any.
type Conn struct {
	conn        net.Conn
	subprotocol string
	limits      *Limits

	// of the reader
	ahead   []byte        // read already
	one     [1]byte       // backs ahead
	buf     *bufio.Reader // lent while frames are read
	partial []byte        // of a fragmented message
	checked int           // bytes of it that are whole characters, if it is text
	kind    Kind          // of the same message; Nothing without a message
	began   time.Time     // the same message, or the last frame
	came    int           // bytes of it
	skips   bool          // there is no room for it
	account Account       // nil: everything is free

	heard atomic.Bool // a frame came since Ping

	writing sync.Mutex
	closed  bool        // a close frame, or half a frame, was written: nothing may follow
	cut     *time.Timer // ends a close handshake
}

// ErrClosed says that nothing can be written any more.
var ErrClosed = errors.New("ws: closed")

// Subprotocol is the agreed sub-protocol; "" for none.
func (c *Conn) Subprotocol() string { return c.subprotocol }

// Ping asks for a sign of life.
func (c *Conn) Ping() error {
	c.heard.Store(false)
	return c.write(opPing, nil, false)
}

// Heard reports whether any frame came since Ping.
func (c *Conn) Heard() bool { return c.heard.Load() }

// Close says why, once. The connection ends when the other side agrees, or does
// not in time: keep reading until Read fails.
func (c *Conn) Close(code Code, reason string) {
	_ = c.write(opClose, closePayload(code, reason), true) // a failure here changes nothing
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.cut == nil {
		c.cut = time.AfterFunc(c.limits.Close, c.Cut)
	}
}

// Cut ends the connection without a word. It may be called again.
func (c *Conn) Cut() { _ = c.conn.Close() }

// SetIdle tells the server below whether it may end the connection when it needs a place
// for another one.
func (c *Conn) SetIdle(idle bool) {
	if below, ok := c.conn.(interface{ SetIdle(idle bool) }); ok {
		below.SetIdle(idle)
	}
}

// Holds tells it how many bytes are kept for the connection, beside what every connection holds.
func (c *Conn) Holds(bytes int) {
	if below, ok := c.conn.(interface{ Holds(bytes int) }); ok {
		below.Holds(bytes)
	}
}

// Free ends everything; the reader calls it last.
func (c *Conn) Free() {
	c.Cut()
	c.writing.Lock()
	defer c.writing.Unlock()
	c.closed = true
	if c.cut != nil {
		c.cut.Stop()
	}
}

func (c *Conn) write(op byte, payload []byte, last bool) error {
	return c.sendAll(last, appendFrame(make([]byte, 0, maxHeader+len(payload)), op, payload))
}

func (c *Conn) sendAll(last bool, parts ...[]byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.closed {
		return ErrClosed
	}
	c.closed = last
	if c.takes(&parts[0]) && len(parts) == 1 {
		return nil
	}
	_ = c.conn.SetWriteDeadline(c.limits.Clock().Add(c.limits.Write)) // a closed one fails below
	for _, part := range parts {
		if len(part) == 0 {
			continue
		}
		if _, err := c.conn.Write(part); err != nil {
			c.closed = true // half a frame may be out
			c.Cut()
			return err
		}
	}
	c.noDeadline()
	return nil
}

// noDeadline ends that of a write. Where one has passed, the system would take nothing at once any more.
func (c *Conn) noDeadline() { _ = c.conn.SetWriteDeadline(time.Time{}) } // a closed one fails at the next write

// takes gives the system as much of a part as it takes at once, if the server below can ask it. Nearly always that is
// all, and there is no deadline to set for it. What failed is left, and fails again.
func (c *Conn) takes(part *[]byte) (all bool) {
	below, ok := c.conn.(interface{ Offer(b []byte) (taken int) })
	if !ok {
		return false
	}
	*part = (*part)[below.Offer(*part):]
	return len(*part) == 0
}
