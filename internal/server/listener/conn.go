package listener

import (
	"context"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// conn is a connection with a place. It is a TCP connection in everything else.
type conn struct {
	*net.TCPConn
	*place

	places *places
	before beginnings
	came   atomic.Bool     // a request, or the end
	first  [1]byte         // that it said
	unread bool            // nobody has read it
	turn   *turn           // of the handshake; nil: HTTP/1 without TLS
	open   context.Context // ends when the connection has to
	gone   context.CancelFunc
	there  int // bytes of the hello
	coming message
	nap    nap
	above  atomic.Pointer[mouth] // of what speaks TLS on it
}

// speaks waits for the first byte, or with TLS for a hello; false if it does not come.
func (c *conn) speaks() bool {
	if c.turn == nil {
		n, _ := c.TCPConn.Read(c.first[:])
		c.unread = n > 0
		return c.unread
	}
	there, taken, err := hello(c.TCPConn, c.first[:])
	c.there, c.unread = there, taken > 0
	if err != nil && there > 0 {
		c.places.count(CauseGreeting)
	}
	return err == nil
}

// mayGoOn waits for the turn of a connection that has spoken, until the timer rings; false if it does not come. It holds
// nothing but itself.
func (c *conn) mayGoOn(timer *time.Timer) bool {
	if c.turn != nil {
		return c.mayGreet(timer)
	}
	if c.awaitTurn() != nil || !timer.Stop() {
		return false
	}
	c.places.weigh(c.place, worthHTTP1)
	return true
}

// awaitTurn returns when the connection may go on, at once when the server stops. Proxies, of which each speaks for
// many, do not wait.
func (c *conn) awaitTurn() error {
	if c.client == "" {
		return nil
	}
	err := c.places.crowding.Wait(c.open, c.client)
	if errors.Is(err, quota.ErrRefused) {
		return nil
	}
	return err
}

// begins returns when a request of HTTP/2 may begin, and reports whether it needed a turn. Proxies wait for nobody.
func (c *conn) begins(pieces int) (paced bool) {
	return c.client != "" && c.places.begins(c.open, c.client, pieces)
}

// mayGreet waits for the turn of a handshake.
func (c *conn) mayGreet(timer *time.Timer) bool {
	if !timer.Stop() || c.turn.begin() != nil {
		c.places.count(CauseGreeting)
		return false
	}
	if c.places.owes(c.client) { // others of its address were ended while it waited
		return false
	}
	c.places.weigh(c.place, worthTLS)
	return true
}

// hush ends the waiting for the first byte, and for a turn.
func (c *conn) hush() {
	_ = c.SetReadDeadline(time.Unix(1, 0)) // one that is gone does not wait
	c.gone()
}

// cut ends the connection, whatever it waits for.
func (c *conn) cut() {
	c.hush()
	_ = c.TCPConn.Close() // whoever reads or writes is told
	c.places.naps.leave(&c.nap)
}

// dismiss ends the connection, and tells its client why if it can.
func (c *conn) dismiss(cause string) {
	m := c.above.Load()
	switch {
	case m != nil:
	case c.turn != nil: // TLS has not begun
		c.cut()
		return
	default:
		m = &mouth{speaks: c.voice.asked.Load, ready: yes, words: c.voice.unavailable, write: c.TCPConn.Write}
	}
	c.voice.conclude(*m, cause, c.cut)
}

// yes: an answer of HTTP/1 may come at any time.
func yes() bool { return true }

// beginnings are connections that brought no request yet.
type beginnings interface{ leave(c *conn) }

// arrive says that the connection brought a request, or ends.
func (c *conn) arrive() {
	if !c.came.Swap(true) {
		c.before.leave(c)
	}
}

// Close gives the place back too.
func (c *conn) Close() error {
	c.arrive()
	if c.turn == nil { // otherwise TLS above has waited for the last words
		c.voice.last.Lock()
		defer c.voice.last.Unlock()
	}
	c.places.leave(c.place)
	c.gone()
	if c.turn != nil {
		c.turn.end()
	}
	defer c.places.naps.leave(&c.nap)
	return c.TCPConn.Close()
}

// Await has wake called in a goroutine of its own, once there is something to read, or nothing will be. It does not
// wait itself, and knows no deadline. False if it cannot do so.
func (c *conn) Await(wake func()) bool {
	raw, err := c.SyscallConn()
	return err == nil && len(c.coming.ahead) == 0 && c.places.naps.rest(raw, &c.nap, wake)
}

// Read says for how long it waits for a body that its handler did not read: net/http reads
// its rest by itself, before it answers and after.
func (c *conn) Read(b []byte) (int, error) {
	if c.unread && len(b) > 0 { // no line ends with it
		c.unread = false
		return copy(b, c.first[:]), nil
	}
	if c.owed.Load() != 0 {
		c.reads(1)
		defer c.reads(-1)
	}
	if c.turn != nil { // TLS above reads
		return c.TCPConn.Read(b)
	}
	return c.places.receive(c.place, &c.coming, b, c.TCPConn)
}

// Write says for how long it waits for the client to read.
func (c *conn) Write(b []byte) (int, error) {
	if c.turn != nil { // TLS above writes
		return c.send(b)
	}
	return c.voice.say(b, c.send)
}

func (c *conn) send(b []byte) (int, error) {
	c.sends(1)
	defer c.sends(-1)
	return c.TCPConn.Write(b)
}

// piece is how much of a file is sent before the place is told of it.
const piece = 256 << 10

// ReadFrom sends a file, by pieces: a client that takes them does not wait.
func (c *conn) ReadFrom(r io.Reader) (sent int64, err error) {
	from, ok := r.(*io.LimitedReader)
	if !ok {
		from = &io.LimitedReader{R: r, N: math.MaxInt64}
	}
	for from.N > 0 && err == nil {
		part := io.LimitedReader{R: from.R, N: min(from.N, piece)} // the system knows a file in one LimitedReader, and not in two
		n, failed := c.sendPart(&part)
		sent, err, from.N = sent+n, failed, from.N-n
		if part.N > 0 { // r has come to its end
			return sent, err
		}
	}
	return sent, err
}

func (c *conn) sendPart(part *io.LimitedReader) (int64, error) {
	c.sends(1)
	defer c.sends(-1)
	return c.TCPConn.ReadFrom(part)
}

// placed is a connection that has a place.
type placed interface {
	SetIdle(idle bool)
	heads(comes bool)
	handOver()
	asks(more int)
	owes(bytes int64)
	begin() bool
	end()
}

// begin says that a request begins; false if there is no room for one more. End says that it ends.
func (c *conn) begin() bool {
	c.arrive()
	return c.places.begin(c.place)
}

func (c *conn) end() { c.places.end(c.place) }

// SetIdle says whether there is work for the connection.
func (c *conn) SetIdle(idle bool) { c.places.setIdle(c.place, idle) }

// handOver says that somebody has taken the connection over. net/http has given its buffers back.
func (c *conn) handOver() {
	c.place.handOver()
	c.places.weigh(c.place, worthSilent)
}

// Holds says how many bytes whoever has taken the connection over keeps for it, beside what every such connection holds.
func (c *conn) Holds(bytes int) { c.places.weigh(c.place, worthSilent+bytes) }

// follow tells a place what net/http says of its connection. A connection that was taken
// over says itself when it is idle.
func follow(c net.Conn, state http.ConnState) {
	if p, ok := c.(placed); ok {
		between := state == http.StateNew || state == http.StateIdle
		p.SetIdle(between)
		if state == http.StateHijacked {
			p.handOver()
			return
		}
		p.heads(between)
	}
}
