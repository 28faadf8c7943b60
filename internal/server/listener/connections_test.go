package listener_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
)

// shifted is a clock that a test sets forward.
type shifted struct{ by atomic.Int64 }

func (s *shifted) now() time.Time       { return time.Now().Add(time.Duration(s.by.Load())) }
func (s *shifted) pass(d time.Duration) { s.by.Add(int64(d)) }

// used is a connection that has had an answer, and is idle.
func used(t *testing.T, s *listener.Server, from string) net.Conn {
	t.Helper()
	c := dial(t, s, from)
	if !ask(t, c) {
		t.Fatalf("no answer for %s", from)
	}
	time.Sleep(10 * time.Millisecond) // net/http says that it is idle once the answer is out
	return c
}

// TestUnusedConnectionsMakeRoomFirst: whoever has asked for something stays, though it is idle for longer; of the others those
// that have been silent longest go, whether they come from one address or from many.
func TestUnusedConnectionsMakeRoomFirst(t *testing.T) {
	for name, from := range map[string]func(i int) string{
		"one address":    func(int) string { return "127.0.0.1" },
		"many addresses": func(i int) string { return fmt.Sprintf("127.1.%d.%d", i/200, 1+i%200) },
	} {
		t.Run(name, func(t *testing.T) {
			var m meter
			var clock shifted
			log := &logs.Log{}
			s := serve(t, listener.Config{
				Handler: answer("ok"), Connections: 40, PerClient: 10, Metrics: &m, Clock: clock.now, Log: slog.New(slog.NewTextHandler(log, nil)),
			})
			honest := used(t, s, "127.0.0.9")
			clock.pass(time.Minute)
			for i := range 300 {
				dial(t, s, from(i))
				waitFor(t, "it came", func() bool { return m.get("open")+m.get("ended sin_uso") == i+2 })
				clock.pass(time.Second)
			}
			if open := m.get("open"); open > 40 {
				t.Errorf("%d are open", open)
			}
			if !ask(t, honest) || !ask(t, dial(t, s, "127.0.0.1")) {
				t.Error("no answer for an honest one")
			}
			if n := strings.Count(log.String(), "connections are ended"); n != 1 {
				t.Errorf("%d lines of the log for 260 connections", n)
			}
		})
	}
}

// TestIdleConnectionsMakeRoom: the one that is idle longest goes, after five seconds; before, a further connection is refused.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	var m meter
	var clock shifted
	begun, over := make(chan struct{}), make(chan struct{})
	s := serve(t, listener.Config{Connections: 10, Metrics: &m, Clock: clock.now, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host == "busy" {
			begun <- struct{}{}
			<-over
		}
		_, _ = io.WriteString(w, "ok")
	})})
	defer close(over)
	var kept []net.Conn
	for range 8 {
		kept = append(kept, used(t, s, "127.0.0.1"))
	}
	for range 2 {
		c := dial(t, s, "127.0.0.1")
		if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: busy\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		<-begun
	}
	clock.pass(4 * time.Second)
	if !isEnded(dial(t, s, "127.0.0.1")) || m.get("refused todas") != 1 || m.get("ended inactiva") != 0 {
		t.Error("after four seconds:", m.count)
	}
	clock.pass(time.Second)
	if !ask(t, dial(t, s, "127.0.0.1")) || !isEnded(kept[0]) || m.get("ended inactiva") != 1 {
		t.Error("after five seconds not the one that was idle longest made room:", m.count)
	}
	for i, c := range kept[1:] {
		if !ask(t, c) {
			t.Errorf("%d made room too", i+1)
		}
	}
}

// TestBusyConnectionsStay: one that is at work keeps its place. Without an idle one a further connection is refused at once, and
// other addresses are served.
func TestBusyConnectionsStay(t *testing.T) {
	var m meter
	var clock shifted
	begun, over := make(chan struct{}), make(chan struct{})
	s := serve(t, listener.Config{Connections: 8, PerClient: 4, Metrics: &m, Clock: clock.now, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
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
	clock.pass(time.Hour)
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

// TestPlacesComeBack: who leaves gives back the place, also where a handler took the connection over.
func TestPlacesComeBack(t *testing.T) {
	var m meter
	s := serve(t, listener.Config{Connections: 1, Metrics: &m, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/take" {
			_, _ = io.WriteString(w, "ok")
			return
		}
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.WriteString(c, "HTTP/1.1 200 taken over\r\n\r\n")
		_ = c.Close()
	})})
	for i := range 20 {
		c := dial(t, s, "127.0.0.1")
		text := request
		if i%2 == 1 {
			text = strings.Replace(request, "/ ", "/take ", 1)
		}
		if _, err := io.WriteString(c, text); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(c).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		_ = c.Close()
		waitFor(t, "it left", func() bool { return m.get("open") == 0 })
	}
}

// TestProxiesAreBoundInAllOnly: those that Client does not name.
func TestProxiesAreBoundInAllOnly(t *testing.T) {
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

// TestScarcePlaces: with more than four fifths of them taken an answer is the last of its connection, of all or of the client.
func TestScarcePlaces(t *testing.T) {
	for name, bounds := range map[string]listener.Config{"of all": {Connections: 10}, "of the client": {Connections: 100, PerClient: 10}} {
		t.Run(name, func(t *testing.T) {
			bounds.Handler = answer("ok")
			s := serve(t, bounds)
			for i := range 10 {
				c := dial(t, s, "127.0.0.1")
				if _, err := io.WriteString(c, request); err != nil {
					t.Fatal(err)
				}
				res, err := http.ReadResponse(bufio.NewReader(c), nil)
				if err != nil {
					t.Fatal(err)
				}
				_ = res.Body.Close()
				if res.Close != (i >= 8) {
					t.Errorf("with %d connections: the last answer: %v", i+1, res.Close)
				}
			}
		})
	}
}

// TestRequestsAreBounded: HTTP/2 brings many on one connection. The one too many is told so, and the others are served.
func TestRequestsAreBounded(t *testing.T) {
	const most = 5
	begun, over := make(chan struct{}, 100), make(chan struct{})
	s := serve(t, withTLS(t, listener.Config{Connections: 100, PerClient: most, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		begun <- struct{}{}
		<-over
	})}))
	client := http2Client(t)
	get := func() int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL(), nil)
		if err != nil {
			t.Error(err)
			return 0
		}
		res, err := client.Do(req)
		if err != nil {
			t.Error(err)
			return 0
		}
		_ = res.Body.Close()
		return res.StatusCode
	}
	codes := make(chan int, most)
	for range most {
		go func() { codes <- get() }()
		<-begun
	}
	if code := get(); code != http.StatusServiceUnavailable {
		t.Errorf("one too many: %d", code)
	}
	close(over)
	for range most {
		if code := <-codes; code != http.StatusOK {
			t.Errorf("one that had room: %d", code)
		}
	}
	if code := get(); code != http.StatusOK {
		t.Errorf("afterwards: %d", code)
	}
}

// TestMemoryClosesConnections: for want of memory those that brought nothing end first, then the idle, then those at work.
func TestMemoryClosesConnections(t *testing.T) {
	var m meter
	begun, over := make(chan struct{}), make(chan struct{})
	s := serve(t, listener.Config{Metrics: &m, Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.Host == "busy" {
			begun <- struct{}{}
			<-over
		}
	})})
	defer close(over)
	busy := dial(t, s, "127.0.0.1")
	if _, err := io.WriteString(busy, "GET / HTTP/1.1\r\nHost: busy\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	<-begun
	idle := used(t, s, "127.0.0.1")
	unused := dial(t, s, "127.0.0.1")
	waitFor(t, "three are open", func() bool { return m.get("open") == 3 })
	for i, c := range []net.Conn{unused, idle, busy} {
		if n := s.CloseConnections(1); n != 1 || !isEnded(c) || m.get("open") != 2-i {
			t.Errorf("%d: %d ended, %d open", i, n, m.get("open"))
		}
	}
	if n := s.CloseConnections(10); n != 0 || m.get("ended memoria") != 3 {
		t.Errorf("%d ended of none; %v", n, m.count)
	}
}

// relieving is a meter that pushes out each connection in the moment in which the others can see it.
type relieving struct {
	meter
	server *listener.Server
}

func (m *relieving) ConnectionsOpen(server string, delta int) {
	m.meter.ConnectionsOpen(server, delta)
	if delta > 0 {
		m.server.CloseConnections(1)
	}
}

// TestPushedOutAtOnce: a connection may be pushed out as soon as others can see it, also before Accept has returned it.
func TestPushedOutAtOnce(t *testing.T) {
	m := &relieving{}
	m.server = listener.New(listener.Config{Name: "api", Addr: "127.0.0.1:0", Handler: answer("ok"), Connections: 10, Metrics: m})
	if err := m.server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.server.Stop(context.Background()) })
	for range 20 {
		if !isEnded(dial(t, m.server, "127.0.0.1")) {
			t.Fatal("a connection that was pushed out is open")
		}
	}
	waitFor(t, "no connection is counted", func() bool { return m.get("open") == 0 && m.get("ended memoria") == 20 })
}

// TestLongHeaders: net/http makes half a MiB of a header of short lines. A crowd that sends most of one, and waits, ends itself; a
// client with a long header is served beside it.
func TestLongHeaders(t *testing.T) {
	var m meter
	s := serve(t, listener.Config{Connections: 640, Metrics: &m, Handler: answer("ok")})
	long := "GET / HTTP/1.1\r\nHost: x\r\nCookie: " + strings.Repeat("c", 24<<10) + "\r\n"
	for i := range 100 {
		c := dial(t, s, "127.0.0.1")
		if i%2 == 1 { // behind a request with a body
			if _, err := io.WriteString(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 8192\r\n\r\n"+strings.Repeat("x", 8192)); err != nil {
				t.Fatal(err)
			}
			if _, err := bufio.NewReader(c).ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := io.WriteString(c, long); err != nil {
			t.Fatal(err)
		}
		if i%10 == 0 {
			honest := dial(t, s, "127.0.0.1")
			if _, err := io.WriteString(honest, long+"\r\n"); err != nil {
				t.Fatal(err)
			}
			if line, err := bufio.NewReader(honest).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
				t.Errorf("an honest one: %q, %v", line, err)
			}
		}
	}
	waitFor(t, "most of the crowd ended", func() bool { return m.get("ended encabezados") >= 90 })
	if n := m.get("open"); n > 30 {
		t.Errorf("%d connections are open", n)
	}
}
