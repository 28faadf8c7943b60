package listener

import (
	"crypto/tls"
	"net"
	"net/http"
)

// conn is a connection that counts until it is closed.
type conn struct {
	*net.TCPConn

	of    *connections
	place *place
}

// longHeader is how much of a header may come, with a handshake before it, until the connection counts among those whose headers
// are long: net/http makes half a MiB of 32 KiB of short lines.
const longHeader = 6 << 10

// Read counts what comes before a request.
func (c *conn) Read(b []byte) (int, error) {
	n, err := c.TCPConn.Read(b)
	if before := c.place.header.Add(int64(n)) - int64(n); before < longHeader && before+int64(n) >= longHeader {
		c.of.half(c.place)
	}
	return n, err
}

// Close counts the connection no more, and closes it. It may be called again.
func (c *conn) Close() error {
	c.of.forget(c.place)
	return c.TCPConn.Close()
}

// CloseWrite is how net/http ends a connection behind its last answer, without TLS.
func (c *conn) CloseWrite() error {
	c.of.turn(c.place, closing)
	return c.TCPConn.CloseWrite()
}

// connOf is ours below a connection of net/http.
func connOf(c net.Conn) *conn {
	if secured, ok := c.(*tls.Conn); ok {
		c = secured.NetConn()
	}
	return c.(*conn) // the listener gives no others
}

// follow is told by net/http what its connections do.
func follow(c net.Conn, state http.ConnState) {
	own := connOf(c)
	switch state {
	case http.StateActive, http.StateHijacked:
		own.of.turn(own.place, busy)
	case http.StateIdle:
		own.of.turn(own.place, idle)
	case http.StateNew, http.StateClosed: // Accept and Close count
	}
}
