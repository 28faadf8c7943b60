//go:build unix

package ws

import (
	"net"
	"syscall"
)

// readOne waits for a byte. Of a plain TCP connection it reads it through as few
// calls as can be: net.Conn.Read needs a stack twice as large.
func readOne(conn net.Conn, one *[1]byte) (n int) {
	plain, ok := conn.(syscall.Conn)
	if !ok {
		n, _ = conn.Read(one[:]) // whatever failed, the next read fails too
		return n
	}
	raw, err := plain.SyscallConn()
	if err != nil {
		return 0
	}
	w := &wait{one: one}
	_ = raw.Read(w.try) // the same
	return w.n
}

type wait struct {
	one *[1]byte
	n   int
}

// try is called when the connection may be readable.
func (w *wait) try(fd uintptr) (done bool) {
	for {
		n, err := syscall.Read(int(fd), w.one[:])
		switch err { //nolint:errorlint // an errno as the kernel gave it
		case syscall.EINTR:
		case syscall.EAGAIN:
			return false
		default:
			w.n = max(n, 0)
			return true
		}
	}
}
