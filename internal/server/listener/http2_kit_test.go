package listener_test

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
)

// The types of frames.
const (
	data, headers, priority, reset, settings, ping, goAway, windowUpdate, continuation = 0, 1, 2, 3, 4, 6, 7, 8, 9
)

// frame is one of HTTP/2.
func frame(kind, flags byte, stream uint32, payload []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(payload))<<8|uint32(kind))
	b = append(b, flags)
	b = binary.BigEndian.AppendUint32(b, stream)
	return append(b, payload...)
}

// get is the frame of a request: GET or POST https://localhost/.
func get(stream uint32, flags byte) []byte { return asks(0x82, stream, flags) }

func post(stream uint32, flags byte) []byte { return asks(0x83, stream, flags) }

func asks(method byte, stream uint32, flags byte) []byte {
	return frame(headers, flags, stream, append([]byte{method, 0x84, 0x87, 0x41, 9}, "localhost"...))
}

const (
	endStream  = 1
	endHeaders = 4
)

// http2 is a connection that has sent its preface, and reads all that comes.
type http2 struct {
	net.Conn
	over chan struct{}
	came bytes.Buffer // whole once it has ended
}

func newHTTP2(t *testing.T, s *listener.Server, from string) *http2 {
	t.Helper()
	c, err := openHTTP2(t, s, from)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// openHTTP2 is newHTTP2 where the server may end the connection at any moment.
func openHTTP2(t *testing.T, s *listener.Server, from string) (*http2, error) {
	t.Helper()
	c, err := openDeaf(t, s, from)
	if err != nil {
		return nil, err
	}
	// The server speaks first. Until it has, it does not count the connection as idle.
	if _, err := io.CopyN(&c.came, c.Conn, 9); err != nil {
		return nil, err
	}
	c.listen()
	return c, nil
}

// listen reads all that comes from now on.
func (c *http2) listen() {
	go func() {
		defer close(c.over)
		_, _ = io.Copy(&c.came, c.Conn) // its end is what is waited for
	}()
}

// newDeaf is one that reads nothing, and takes as much as it may.
func newDeaf(t *testing.T, s *listener.Server, from string) *http2 {
	t.Helper()
	c, err := openDeaf(t, s, from)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func openDeaf(t *testing.T, s *listener.Server, from string) (*http2, error) {
	t.Helper()
	raw := dial(t, s, from)
	secure := tls.Client(raw, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}) //nolint:gosec // a certificate of the test
	c := &http2{Conn: secure, over: make(chan struct{})}
	return c, c.try([]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame(settings, 0, 0, []byte{0, 4, 0x7f, 0xff, 0xff, 0xff}), frame(windowUpdate, 0, 0, []byte{0x7f, 0xff, 0, 0}))
}

func (c *http2) send(t *testing.T, frames ...[]byte) {
	t.Helper()
	if err := c.try(frames...); err != nil {
		t.Fatal(err)
	}
}

func (c *http2) try(frames ...[]byte) error {
	_ = c.SetWriteDeadline(time.Now().Add(hang))
	_, err := c.Write(bytes.Join(frames, nil))
	return err
}

// waitEnd waits until the server has ended it.
func (c *http2) waitEnd(t *testing.T) {
	t.Helper()
	select {
	case <-c.over:
	case <-time.After(hang):
		t.Fatal("the connection goes on")
	}
}

// ended: the server has ended it.
func (c *http2) ended() bool { return !c.isOpen() }

// isOpen: the server has not ended it for a while.
func (c *http2) isOpen() bool {
	select {
	case <-c.over:
		return false
	case <-time.After(100 * time.Millisecond):
		return true
	}
}

// withTLS adds a certificate.
func withTLS(t *testing.T, cfg listener.Config) listener.Config {
	t.Helper()
	cfg.CertFile, cfg.KeyFile = certs.Write(t, t.TempDir(), 1, time.Now())
	return cfg
}

// insecure trusts a certificate of the test.
func insecure() *tls.Config {
	return &tls.Config{InsecureSkipVerify: true} //nolint:gosec // it is the test's own
}
