package listener

import (
	"errors"
	"net"
	"syscall"
)

// unsent are the bytes of answers that the system keeps for a client that does not read; Linux takes twice as many. Without
// this bound it keeps some MiB for each connection.
const unsent = 128 << 10

// acceptor gives net/http the connections for which there is a place.
type acceptor struct {
	*net.TCPListener

	open *connections
}

// Accept waits for a connection for which there is a place.
func (l *acceptor) Accept() (net.Conn, error) {
	for {
		tcp, err := l.AcceptTCP()
		if err != nil {
			if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
				l.open.refuse(CauseDescriptors)
				l.open.makeRoom()
			}
			return nil, err // without descriptors net/http tries again soon
		}
		p, cause := l.open.add(tcp)
		if cause != "" {
			_ = tcp.Close()
			continue
		}
		_ = tcp.SetWriteBuffer(unsent) // it fails for a connection that is gone, and the next read tells
		return &conn{TCPConn: tcp, of: l.open, place: p}, nil
	}
}
