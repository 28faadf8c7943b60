//go:build unix

package listener

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"sync"
	"syscall"
)

// hellos are buffers to look at a hello in, each for a moment only: what came stays with the system.
var hellos = sync.Pool{New: func() any { return new([maxGreeting]byte) }}

// hello waits until the first record of TLS has come, and leaves it where it is: who waits for a turn
// holds no buffer. It returns how many bytes are there; none is taken.
func hello(c *net.TCPConn, _ []byte) (there, taken int, err error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, 0, err
	}
	late := raw.Read(func(fd uintptr) (done bool) {
		there, done, err = look(int(fd), there)
		return done
	})
	if late != nil {
		return there, 0, late
	}
	return there, 0, err
}

// look says how many bytes have come, where before so many had, and whether that is enough, or all.
func look(fd, before int) (there int, enough bool, err error) {
	b := hellos.Get().(*[maxGreeting]byte)
	defer hellos.Put(b)
	for {
		n, _, err := syscall.Recvfrom(fd, b[:], syscall.MSG_PEEK)
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EAGAIN):
			return before, false, nil
		case err != nil:
			return before, true, err
		case n == 0:
			return before, true, io.ErrUnexpectedEOF
		default:
			return n, recorded(b[:n]), nil
		}
	}
}

// recorded reports whether a record of TLS is there, or what can be none, or all that a client may send.
func recorded(b []byte) bool {
	const head, handshake = 5, 22
	return b[0] != handshake || len(b) == maxGreeting || len(b) >= head && len(b) >= head+int(binary.BigEndian.Uint16(b[3:]))
}
