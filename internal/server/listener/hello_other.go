//go:build !unix

package listener

// hello waits for the first byte of a handshake; this system does not show more without giving it.
func (c *conn) hello() (there int, err error) {
	n, err := c.TCPConn.Read(c.first[:])
	c.unread = n > 0
	return n, err
}
