//go:build !unix

package ws

import "net"

// readOne waits for a byte.
func readOne(conn net.Conn, one *[1]byte) (n int) {
	n, _ = conn.Read(one[:]) // whatever failed, the next read fails too
	return n
}
