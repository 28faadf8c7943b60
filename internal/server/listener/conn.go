package listener

import (
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"syscall"
)

// conn is a connection with a place. It is a TCP connection in everything else.
type conn struct {
	*net.TCPConn
	*place

	places *places
}

// Close gives the place back too.
func (c *conn) Close() error {
	c.places.leave(c.place)
	return c.TCPConn.Close()
}

// Read says for how long it waits for a body that its handler did not read: net/http reads
// its rest by itself, before it answers and after.
func (c *conn) Read(b []byte) (int, error) {
	if c.owed.Load() {
		c.reads(1)
		defer c.reads(-1)
	}
	return c.TCPConn.Read(b)
}

// Write says for how long it waits for the client to read.
func (c *conn) Write(b []byte) (int, error) {
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

// seats is a listener that takes no more connections than there are places.
type seats struct {
	*net.TCPListener

	places *places
	client func(remote net.Addr) string
	unsent int
}

// Accept waits for a connection that finds a place.
func (l *seats) Accept() (net.Conn, error) {
	for {
		tcp, err := l.AcceptTCP()
		if err != nil {
			if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
				l.places.makeRoom() // net/http waits a little, and tries again
			}
			return nil, err
		}
		p := l.places.take(l.client(tcp.RemoteAddr()), func() { _ = tcp.Close() })
		if p == nil {
			_ = tcp.Close()
			continue
		}
		if l.unsent > 0 {
			_ = tcp.SetWriteBuffer(l.unsent) // the connection may be gone already: the next read will find out
		}
		return &conn{tcp, p, l.places}, nil
	}
}

// placed is a connection that has a place.
type placed interface {
	SetIdle(idle bool)
	asks(more int)
	serves(more int)
	owes(is bool)
}

// follow tells a place what net/http says of its connection. A connection that was taken
// over says itself when it is idle.
func follow(c net.Conn, state http.ConnState) {
	if p, ok := c.(placed); ok {
		p.SetIdle(state == http.StateNew || state == http.StateIdle)
	}
}
