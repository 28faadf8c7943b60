package socket

import (
	"io"
	"net"
	"sync/atomic"
	"time"
)

const (
	// headerBytes is the smallest header of a client's frame. The library hides empty frames, so the server
	// computes the number of frames from the bytes that arrive beside the payload.
	headerBytes = 6
	// frameBytes of payload count as one frame more, because reading them costs too.
	frameBytes = 1 << 10
	// maxDiscarded is how much is read after a close frame: the client may be in the middle of a message.
	maxDiscarded = 4 << 20
)

// meteredConn is the connection below the library. It does what the library leaves open: a write has a deadline, the frames
// that arrive have a price, and reading has an end once the socket closes.
type meteredConn struct {
	net.Conn

	early        []byte // arrived with the handshake
	writeTimeout time.Duration
	clock        func() time.Time
	pay          func(frames int) error // is called before more is read

	active  atomic.Bool  // something arrived since this was cleared
	closing atomic.Bool  // the socket closes: what arrives is dropped
	payload atomic.Int64 // bytes that arrived, headers apart

	// Only Read touches these; the library has one goroutine read at a time.
	received, paid, discarded int64
}

// Read implements net.Conn.
func (c *meteredConn) Read(p []byte) (n int, err error) {
	closing := c.closing.Load()
	if closing && c.discarded >= maxDiscarded {
		return 0, io.EOF
	}
	if !closing {
		if err := c.charge(); err != nil {
			return 0, err
		}
	}
	if len(c.early) > 0 {
		n = copy(p, c.early)
		if c.early = c.early[n:]; len(c.early) == 0 {
			c.early = nil
		}
	} else {
		n, err = c.Conn.Read(p)
	}
	c.received += int64(n)
	if closing {
		c.discarded += int64(n)
	}
	if n > 0 {
		c.active.Store(true)
	}
	return n, err
}

// charge pays for what arrived: the library has consumed all of it when it reads again.
func (c *meteredConn) charge() error {
	payload := c.payload.Load()
	frames := (c.received-payload)/headerBytes + payload/frameBytes
	due := frames - c.paid
	if due <= 0 {
		return nil
	}
	c.paid = frames
	return c.pay(int(due))
}

// Write implements net.Conn. An error ends the connection, because a part of a frame may have been sent.
func (c *meteredConn) Write(p []byte) (int, error) {
	_ = c.SetWriteDeadline(c.clock().Add(c.writeTimeout)) // a closed connection fails below
	n, err := c.Conn.Write(p)
	if err != nil {
		_ = c.Conn.Close()
	}
	return n, err
}

// Close implements net.Conn for the library. While the socket closes, socket.close ends the connection.
func (c *meteredConn) Close() error {
	if c.closing.Load() {
		return nil
	}
	return c.Conn.Close()
}
