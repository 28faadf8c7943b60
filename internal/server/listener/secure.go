package listener

import (
	"crypto/tls"
	"io"
	"net"
)

// secure is a connection that speaks TLS. It shows net/http what was decrypted, and no
// *tls.Conn: only so can the frames of HTTP/2 be counted before net/http works on them.
// net/http knows HTTP/2 by its first bytes.
type secure struct {
	net.Conn // *tls.Conn, whose ConnectionState must not be seen: net/http would expect ALPN's protocol
	*place

	places *places
	frames *frames
}

func newSecure(c *conn, cfg *tls.Config, price FramePrice) *secure {
	return &secure{Conn: tls.Server(c, cfg), place: c.place, places: c.places, frames: newFrames(price)}
}

// Read makes the handshake first, and ends a connection that floods.
func (s *secure) Read(b []byte) (int, error) {
	n, err := s.Conn.Read(b)
	if !s.frames.came(b[:n]) {
		s.places.flood(s.place)
		return 0, io.ErrUnexpectedEOF
	}
	return n, err
}

// Write tells the frames what was answered: it pays for what comes.
func (s *secure) Write(b []byte) (int, error) {
	n, err := s.Conn.Write(b)
	s.frames.sent(n)
	return n, err
}

// CloseWrite ends the answer; net/http does so before it closes.
func (s *secure) CloseWrite() error { return s.Conn.(*tls.Conn).CloseWrite() }

// secured is a listener whose connections speak TLS.
type secured struct {
	*seats

	cfg   *tls.Config
	price FramePrice
}

// Accept does not wait for the handshake: it is part of the first read.
func (l *secured) Accept() (net.Conn, error) {
	c, err := l.seats.Accept()
	if err != nil {
		return nil, err
	}
	return newSecure(c.(*conn), l.cfg, l.price), nil
}
