package listener_test

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
)

// TestIdleConnectionsMakeRoom: a crowd that says nothing pushes out itself, whether it
// comes from one address or from many, and is one line of the log.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	for name, from := range map[string]func(i int) string{
		"one address":    func(int) string { return "127.0.0.1" },
		"many addresses": func(i int) string { return fmt.Sprintf("127.1.%d.%d", i/200, 1+i%200) },
	} {
		t.Run(name, func(t *testing.T) {
			var m meter
			log := &logs.Log{}
			s := serve(t, listener.Config{
				Handler: answer("ok"), Connections: 40, PerClient: 10, Metrics: &m, Log: slog.New(slog.NewTextHandler(log, nil)),
			})
			for i := range 300 {
				dial(t, s, from(i))
			}
			for _, honest := range []string{"127.0.0.1", "127.2.0.1"} {
				if !ask(t, dial(t, s, honest)) {
					t.Errorf("no answer for %s", honest)
				}
			}
			if open := m.get("open"); open > 40 || open+m.get("ended inactiva") != 302 {
				t.Errorf("%d open, %d ended", open, m.get("ended inactiva"))
			}
			if n := strings.Count(log.String(), "connections refused or ended"); n != 1 {
				t.Errorf("%d lines of the log", n)
			}
		})
	}
}

// TestStrangersMakeRoomFirst: connections that never had a request go before one that was idle for longer.
func TestStrangersMakeRoomFirst(t *testing.T) {
	var m meter
	s := serve(t, listener.Config{Handler: answer("ok"), Connections: 10, Metrics: &m})
	honest := dial(t, s, "127.0.0.1")
	if !ask(t, honest) {
		t.Fatal("no answer")
	}
	for i := range 50 {
		dial(t, s, fmt.Sprintf("127.1.0.%d", 1+i))
	}
	waitFor(t, "some made room", func() bool { return m.get("ended inactiva") == 41 })
	if !ask(t, honest) {
		t.Error("an honest one made room")
	}
}

// TestWhoHasMostMakesRoom: where all places are taken, of those that had a request.
func TestWhoHasMostMakesRoom(t *testing.T) {
	var m meter
	s := serve(t, listener.Config{Handler: answer("ok"), Connections: 40, Metrics: &m})
	honest := dial(t, s, "127.0.0.1")
	for _, c := range []net.Conn{honest, dial(t, s, "127.0.0.3")} {
		if !ask(t, c) {
			t.Fatal("no answer")
		}
	}
	for range 60 {
		if !ask(t, dial(t, s, "127.0.0.2")) {
			t.Fatal("no answer for the crowd")
		}
	}
	if m.get("ended inactiva") != 22 {
		t.Error(m.count)
	}
	if !ask(t, honest) {
		t.Error("an honest one made room")
	}
}

// TestBusyConnectionsStay: one that is at work keeps its place. Without an idle one a
// further connection is refused at once, and other addresses are served.
func TestBusyConnectionsStay(t *testing.T) {
	var m meter
	begun, over := make(chan struct{}), make(chan struct{})
	s := serve(t, listener.Config{Connections: 8, PerClient: 4, Metrics: &m, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		begun <- struct{}{}
		<-over
	})})
	defer close(over)
	busy := func(from string) {
		c := dial(t, s, from)
		if _, err := c.Write([]byte(request)); err != nil {
			t.Fatal(err)
		}
		<-begun
	}
	for range 4 {
		busy("127.0.0.1")
	}
	if !isEnded(dial(t, s, "127.0.0.1")) || m.get("refused direccion") != 1 {
		t.Error("a fifth connection of the address:", m.count)
	}
	for range 4 {
		busy("127.0.0.2")
	}
	if !isEnded(dial(t, s, "127.0.0.3")) || m.get("refused todas") != 1 || m.get("ended inactiva") != 0 {
		t.Error("a ninth connection:", m.count)
	}
}

// TestPlacesComeBack: who leaves gives back the place, and an idle one that becomes busy
// and idle again is the last to go.
func TestPlacesComeBack(t *testing.T) {
	var m meter
	s := serve(t, listener.Config{Connections: 3, Metrics: &m, Handler: answer("ok")})
	for range 20 {
		c := dial(t, s, "127.0.0.1")
		if !ask(t, c) {
			t.Fatal("no answer")
		}
		_ = c.Close()
	}
	waitFor(t, "all left", func() bool { return m.get("open") == 0 })
	first, second, third := dial(t, s, "127.0.0.1"), dial(t, s, "127.0.0.1"), dial(t, s, "127.0.0.1")
	if !ask(t, first) {
		t.Error("the first has no answer")
	}
	time.Sleep(20 * time.Millisecond) // it is idle again
	dial(t, s, "127.0.0.1")
	if !isEnded(second) || !ask(t, first) || !ask(t, third) {
		t.Error("not the one that was idle longest made room")
	}
}

// TestTrustedConnections: those that Client does not name are bound by the number in all.
func TestTrustedConnections(t *testing.T) {
	s := serve(t, listener.Config{Connections: 30, PerClient: 2, Handler: answer("ok"), Client: func(remote net.Addr) string {
		if host, _, _ := net.SplitHostPort(remote.String()); host != "127.0.0.9" {
			return host
		}
		return ""
	}})
	var proxy []net.Conn
	for range 20 {
		proxy = append(proxy, dial(t, s, "127.0.0.9"))
	}
	for i, c := range proxy {
		if !ask(t, c) {
			t.Fatal("no answer for the proxy's connection ", i)
		}
	}
}

// TestConnectionsThatWereTakenOver: a handler that hijacks says itself when its
// connection is idle.
func TestConnectionsThatWereTakenOver(t *testing.T) {
	taken := make(chan net.Conn, 1)
	s := serve(t, listener.Config{Connections: 1, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
		}
		taken <- c
	})})
	socket := dial(t, s, "127.0.0.1")
	if _, err := socket.Write([]byte(request)); err != nil {
		t.Fatal(err)
	}
	c := <-taken
	defer c.Close()
	if !isEnded(dial(t, s, "127.0.0.1")) {
		t.Error("a busy socket was pushed out")
	}
	c.(interface{ SetIdle(bool) }).SetIdle(true)
	dial(t, s, "127.0.0.1")
	if !isEnded(socket) {
		t.Error("an idle socket stayed")
	}
}
