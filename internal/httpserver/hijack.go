package httpserver

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
)

// socketBuffer is enough for a frame's header and a typical message. net/http's
// own two buffers of 4 KiB would be most of what an idle socket costs.
const socketBuffer = 512

// smallBuffers hands a hijacked connection over with small buffers, and keeps it.
type smallBuffers struct {
	http.ResponseWriter
	conn net.Conn
}

// Hijack implements http.Hijacker.
func (w *smallBuffers) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	if early, _ := rw.Peek(rw.Reader.Buffered()); len(early) > 0 {
		conn = &prefixedConn{conn, io.MultiReader(bytes.NewReader(bytes.Clone(early)), conn)}
	}
	w.conn = conn
	return conn, bufio.NewReadWriter(bufio.NewReaderSize(conn, socketBuffer), bufio.NewWriterSize(conn, socketBuffer)), nil
}

// prefixedConn gives back first what a client sent before it saw the upgrade.
type prefixedConn struct {
	net.Conn
	r io.Reader
}

func (c *prefixedConn) Read(p []byte) (int, error) { return c.r.Read(p) }
