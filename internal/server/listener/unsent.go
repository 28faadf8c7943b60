package listener

import "net"

// unsent is a listener whose connections hold back little that their clients do
// not read. Left alone, Linux keeps up to 4 MB for each, and takes as many answers
// before anybody here has to wait.
type unsent struct {
	net.Listener

	bytes int
}

func (l unsent) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(l.bytes) // the connection may be gone already: the next read will find out
	}
	return c, err
}
