package listener_test

import (
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/records"
)

func newRecords(t *testing.T, s *listener.Server) *records.Conn {
	t.Helper()
	raw := dial(t, s, "127.0.0.1")
	_ = raw.SetDeadline(time.Now().Add(hang))
	c, err := records.Client(raw)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestMessagesAfterTheHandshakeEnd: one that does not come to its end. crypto/tls waits for 256 KiB of a certificate,
// which no client sends then, and keeps them: a thousand connections of one address were 400 MB.
func TestMessagesAfterTheHandshakeEnd(t *testing.T) {
	m := &meter{}
	s := serve(t, withTLS(t, listener.Config{Handler: answer("yes"), Header: time.Hour, Metrics: m}))
	c := newRecords(t, s)
	message := append([]byte{records.Certificate, 3, 0xff, 0}, make([]byte, 16<<10-4)...)
	for range 6 { // a third of it
		if c.Send(records.Handshake, message) != nil {
			break
		}
	}
	if !isEnded(onlyEnd{c}) {
		t.Error("the rest of the message is waited for")
	}
	waitFor(t, "it is counted", func() bool { return m.get("ended saludo") == 1 })
}

// TestHonestRecords: full ones, one after the other, and keys that change between them.
func TestHonestRecords(t *testing.T) {
	s := serve(t, withTLS(t, listener.Config{Handler: lengths(), Header: time.Hour}))
	c := newRecords(t, s)
	send := func(content []byte) {
		if err := c.Send(records.Application, content); err != nil {
			t.Fatal(err)
		}
	}
	for range 5 {
		send([]byte("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 65536\r\n\r\n"))
		for range 4 {
			for range 3 {
				if err := c.Update(); err != nil {
					t.Fatal(err)
				}
			}
			send(make([]byte, 16<<10))
		}
		b := make([]byte, 4096)
		if n, err := c.Read(b); err != nil || n < 12 || string(b[:12]) != "HTTP/1.1 200" {
			t.Fatalf("%q %v", b[:n], err)
		}
	}
}

// TestFloodsOfKeysEnd: new ones between bytes of content, a fifth of a core for 1 MB/s.
func TestFloodsOfKeysEnd(t *testing.T) {
	m := &meter{}
	s := serve(t, withTLS(t, listener.Config{Handler: answer("yes"), Header: time.Hour, Metrics: m}))
	c := newRecords(t, s)
	var err error
	for n := 0; n < 6000 && err == nil; n++ {
		if n%16 == 0 {
			err = c.Send(records.Application, []byte("x"))
		} else {
			err = c.Update()
		}
	}
	if !isEnded(onlyEnd{c}) {
		t.Error("it may go on")
	}
	waitFor(t, "it is counted", func() bool { return m.get("ended tramas") == 1 })
}

// TestSmallRecords: a byte of content in each is no flood, however many come at once.
func TestSmallRecords(t *testing.T) {
	s := serve(t, withTLS(t, listener.Config{Handler: lengths(), Header: time.Hour}))
	c := newRecords(t, s)
	text := "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6000\r\n\r\n" + strings.Repeat("x", 6000)
	if err := c.SendEach([]byte(text)); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 4096)
	if n, err := c.Read(b); err != nil || n < 12 || string(b[:12]) != "HTTP/1.1 200" {
		t.Fatalf("%q %v", b[:n], err)
	}
}
