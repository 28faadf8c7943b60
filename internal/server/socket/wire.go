package socket

import (
	"io"
	"net"
	"sync/atomic"
	"time"
)

const (
	// headerBytes are those of a client's smallest header of a frame. By what comes beside the payload the server
	// knows how many frames came, also empty ones, of which the library does not tell.
	headerBytes = 6
	// frameBytes of payload count as one frame more: they are read too.
	frameBytes = 1 << 10
	// maxDiscarded of what follows a close frame is read: the client may be in the middle of a message.
	maxDiscarded = 4 << 20
)

// wire is the connection below the library. It does what the library leaves open: a write has a time, what comes has
// a price, and reading has an end once the socket closes.
type meteredConn struct {
	net.Conn

	early []byte        // came with the handshake
	writeTimeout time.Duration // longest write
	clock func() time.Time
	pay   func(frames int) error // asked before more is read

	active   atomic.Bool  // something came since this was cleared
	closing atomic.Bool  // the socket closes: what comes is thrown away
	payload atomic.Int64 // bytes that came, headers apart

	// Only Read touches these; the library has one goroutine read at a time.
	received, paid, discarded int64
}

// Read implements net.Conn.
func (w *meteredConn) Read(p []byte) (n int, err error) {
	closing := w.closing.Load()
	if closing && w.discarded >= maxDiscarded {
		return 0, io.EOF
	}
	if !closing {
		if err := w.charge(); err != nil {
			return 0, err
		}
	}
	if len(w.early) > 0 {
		n = copy(p, w.early)
		if w.early = w.early[n:]; len(w.early) == 0 {
			w.early = nil
		}
	} else {
		n, err = w.Conn.Read(p)
	}
	w.received += int64(n)
	if closing {
		w.discarded += int64(n)
	}
	if n > 0 {
		w.active.Store(true)
	}
	return n, err
}

// charge pays for what came until now: all of it is consumed when the library asks for more.
func (w *meteredConn) charge() error {
	payload := w.payload.Load()
	frames := (w.received-payload)/headerBytes + payload/frameBytes
	due := frames - w.paid
	if due <= 0 {
		return nil
	}
	w.paid = frames
	return w.pay(int(due))
}

// Write implements net.Conn. A client that does not read is cut off: half a frame may be out.
func (w *meteredConn) Write(p []byte) (int, error) {
	_ = w.SetWriteDeadline(w.clock().Add(w.writeTimeout)) // a closed one fails below
	n, err := w.Conn.Write(p)
	if err != nil {
		_ = w.Conn.Close()
	}
	return n, err
}

// Close implements net.Conn for the library. A socket that closes has more to do before its connection ends.
func (w *meteredConn) Close() error {
	if w.closing.Load() {
		return nil
	}
	return w.Conn.Close()
}
