package listener_test

import (
	"bytes"
	"crypto/tls"
	"io"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// hello is the beginning of a ClientHello that says it has so many bytes, in records of TLS.
func hello(says, sends int) (b []byte) {
	message := append([]byte{1, byte(says >> 16), byte(says >> 8), byte(says), 3, 3}, make([]byte, sends)...)
	for len(message) > 0 {
		n := min(len(message), 16<<10)
		b = append(append(b, 22, 3, 1, byte(n>>8), byte(n)), message[:n]...)
		message = message[n:]
	}
	return b
}

// TestHandshakesEnd: one that does not go on ends after the time for the headers, wherever it stopped, and
// so does a connection that says nothing after it.
func TestHandshakesEnd(t *testing.T) {
	m := &meter{}
	s := serve(t, withTLS(t, listener.Config{Handler: answer("yes"), Header: 200 * time.Millisecond, Metrics: m}))
	for name, sends := range map[string][]byte{
		"a byte": {22}, "half a record": {22, 3, 1, 2, 0, 1}, "half a hello": hello(60<<10, 1000),
	} {
		c := dial(t, s, "127.0.0.1")
		if _, err := c.Write(sends); err != nil {
			t.Fatal(err)
		}
		if !isEnded(c) {
			t.Errorf("%s: the connection goes on", name)
		}
	}
	waitFor(t, "they are counted", func() bool { return m.get("ended saludo") == 3 })
	var silent *tls.Conn
	waitFor(t, "a handshake is over in time", func() bool {
		silent = tls.Client(dial(t, s, "127.0.0.1"), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}) //nolint:gosec // a certificate of the test
		return silent.Handshake() == nil
	})
	if !isEnded(silent) {
		t.Error("nothing after the handshake: the connection goes on")
	}
}

// TestHandshakesDribble: a byte now and then does not put the end off.
func TestHandshakesDribble(t *testing.T) {
	s := serve(t, withTLS(t, listener.Config{Handler: answer("yes"), Header: 300 * time.Millisecond}))
	c := dial(t, s, "127.0.0.1")
	for _, b := range hello(500, 500) {
		if _, err := c.Write([]byte{b}); err != nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("the handshake went on to its end")
}

// TestLongHellosEnd: at once, whatever more is still to come.
func TestLongHellosEnd(t *testing.T) {
	s := serve(t, withTLS(t, listener.Config{Handler: answer("yes"), Header: time.Hour}))
	c := dial(t, s, "127.0.0.1")
	if _, err := c.Write(hello(60<<10, 20<<10)); err != nil {
		t.Fatal(err)
	}
	if !isEnded(c) {
		t.Error("a hello of 60 KiB is waited for")
	}
}

// TestHonestHandshakes: long names of protocols, and a large request right behind the handshake.
func TestHonestHandshakes(t *testing.T) {
	s := serve(t, withTLS(t, listener.Config{Handler: lengths(), Header: hang}))
	var protocols []string
	for range 30 {
		protocols = append(protocols, string(bytes.Repeat([]byte("x"), 200)))
	}
	c := tls.Client(dial(t, s, "127.0.0.1"), &tls.Config{InsecureSkipVerify: true, NextProtos: append(protocols, "http/1.1")}) //nolint:gosec // a certificate of the test
	body := bytes.Repeat([]byte("y"), 200_000)
	go func() {
		_, _ = c.Write(append([]byte("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n"), body...)) // the answer tells
	}()
	b := make([]byte, 12)
	_ = c.SetReadDeadline(time.Now().Add(hang))
	if _, err := io.ReadFull(c, b); err != nil || string(b) != "HTTP/1.1 200" {
		t.Errorf("%q %v", b, err)
	}
}
