package listener_test

import (
	"net"
	"net/http"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestWhatDoesNothingHoldsLittle: by what each connection is worth, and not by their number. Those that came first end,
// and one that is at work stays.
func TestWhatDoesNothingHoldsLittle(t *testing.T) {
	const connections, most = 100, 1 << 20
	begun, over, m := make(chan struct{}), make(chan struct{}), &meter{}
	defer close(over)
	s := serve(t, withTLS(t, listener.Config{Resting: most, Metrics: m, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		begun <- struct{}{}
		<-over
	})}))
	busy := newHTTP2(t, s, "127.0.0.1")
	busy.send(t, get(1, endStream|endHeaders))
	<-begun
	var last *http2
	for range connections {
		last = newHTTP2(t, s, "127.0.0.1")
	}
	waitFor(t, "many made room", func() bool { return m.get("open") <= 1+most/(40<<10) })
	if n := m.get("open"); n < 10 {
		t.Errorf("%d are left, and there is room for more", n)
	}
	if !busy.isOpen() || !last.isOpen() {
		t.Error("the one that is at work, or the last, ended")
	}
	silent := make([]net.Conn, connections)
	for i := range silent {
		silent[i] = dial(t, s, "127.0.0.2")
	}
	waitFor(t, "silent ones hold less", func() bool { return m.get("open") > connections })
}

// TestSocketsAtRestAreLight: a connection that was taken over has given its buffers back.
func TestSocketsAtRestAreLight(t *testing.T) {
	const sockets, most = 100, 1 << 20
	m := &meter{}
	s := serve(t, listener.Config{Resting: most, Metrics: m, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		c.(interface{ SetIdle(bool) }).SetIdle(true)
		_, _ = c.Write([]byte("x"))
	})})
	for range sockets {
		c := dial(t, s, "127.0.0.1")
		if _, err := c.Write([]byte(request)); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
	}
	if m.get("open") != sockets || m.get("ended inactiva") != 0 {
		t.Error(m.count)
	}
}

// TestSocketsWeighWhatTheyKeep: what whoever took a connection over keeps for it, until it is kept no more.
func TestSocketsWeighWhatTheyKeep(t *testing.T) {
	const sockets, most, kept = 100, 1 << 20, 30 << 10
	open := func(t *testing.T, keeps ...int) *meter {
		m := &meter{}
		s := serve(t, listener.Config{Resting: most, Metrics: m, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			c, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			c.(interface{ SetIdle(bool) }).SetIdle(true)
			for _, bytes := range keeps {
				c.(interface{ Holds(int) }).Holds(bytes)
			}
			_, _ = c.Write([]byte("x"))
		})})
		for range sockets {
			c := dial(t, s, "127.0.0.1")
			if _, err := c.Write([]byte(request)); err != nil {
				t.Fatal(err)
			}
			_, _ = c.Read(make([]byte, 1)) // one that made room at once reads nothing
		}
		return m
	}
	heavy := open(t, kept)
	waitFor(t, "heavy ones made room", func() bool { return heavy.get("open") <= most/kept })
	light := open(t, kept, 0)
	if light.get("open") != sockets {
		t.Errorf("%d of %d are left", light.get("open"), sockets)
	}
}
