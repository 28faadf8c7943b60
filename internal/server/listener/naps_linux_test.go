package listener_test

import (
	"net"
	"net/http"
	"runtime"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// sleeper is a connection that a handler took over.
type sleeper interface {
	net.Conn

	Await(wake func()) bool
}

// sleepers are the connections that a server hands over.
func sleepers(t *testing.T, cfg listener.Config) (*listener.Server, <-chan sleeper) {
	t.Helper()
	taken := make(chan sleeper)
	cfg.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		t.Cleanup(func() { _ = c.Close() })
		taken <- c.(sleeper)
	})
	return serve(t, cfg), taken
}

// connect is a client and its connection at the server.
func connect(t *testing.T, s *listener.Server, taken <-chan sleeper) (net.Conn, sleeper) {
	t.Helper()
	c := dial(t, s, "127.0.0.1")
	if _, err := c.Write([]byte(request)); err != nil {
		t.Fatal(err)
	}
	return c, <-taken
}

// awoken fails the test unless somebody is woken.
func awoken(t *testing.T, woken <-chan struct{}) {
	t.Helper()
	select {
	case <-woken:
	case <-time.After(hang):
		t.Fatal("nobody is woken")
	}
}

// TestAwait: whoever waits is woken by what comes, by what came before, and by each end.
func TestAwait(t *testing.T) {
	for name, happens := range map[string]func(client, server net.Conn) error{
		"something comes":   func(client, _ net.Conn) error { _, err := client.Write([]byte("x")); return err },
		"the client closes": func(client, _ net.Conn) error { return client.Close() },
		"the client has said everything": func(client, _ net.Conn) error {
			return client.(*net.TCPConn).CloseWrite()
		},
		"the server closes": func(_, server net.Conn) error { return server.Close() },
	} {
		for _, before := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				s, taken := sleepers(t, listener.Config{})
				client, server := connect(t, s, taken)
				woken := make(chan struct{}, 2)
				wake := func() { woken <- struct{}{} }
				if before {
					if err := happens(client, server); err != nil {
						t.Fatal(err)
					}
				}
				if !server.Await(wake) {
					if before && name == "the server closes" {
						return // Read tells
					}
					t.Fatal("it cannot wait")
				}
				if !before {
					if err := happens(client, server); err != nil {
						t.Fatal(err)
					}
				}
				awoken(t, woken)
			})
		}
	}
}

// TestAwaitAgain: each wait is told once, as long as something is left to read.
func TestAwaitAgain(t *testing.T) {
	s, taken := sleepers(t, listener.Config{})
	client, server := connect(t, s, taken)
	woken := make(chan struct{}, 4)
	if _, err := client.Write([]byte("abc")); err != nil {
		t.Fatal(err)
	}
	for _, want := range "abc" {
		if !server.Await(func() { woken <- struct{}{} }) {
			t.Fatal("it cannot wait")
		}
		awoken(t, woken)
		var b [1]byte
		if _, err := server.Read(b[:]); err != nil || rune(b[0]) != want {
			t.Fatal(b, err)
		}
	}
	if len(woken) > 0 {
		t.Error("somebody was woken twice")
	}
}

// TestPushedOutIsWoken: a connection that makes room for another one is closed below whoever waits for it.
func TestPushedOutIsWoken(t *testing.T) {
	s, taken := sleepers(t, listener.Config{Connections: 1})
	_, server := connect(t, s, taken)
	server.(interface{ SetIdle(idle bool) }).SetIdle(true)
	woken := make(chan struct{}, 1)
	if !server.Await(func() { woken <- struct{}{} }) {
		t.Fatal("it cannot wait")
	}
	connect(t, s, taken)
	awoken(t, woken)
}

// TestWaitingIsNoGoroutine: hundreds at rest have one.
func TestWaitingIsNoGoroutine(t *testing.T) {
	const many = 300
	s, taken := sleepers(t, listener.Config{})
	before := runtime.NumGoroutine()
	woken := make(chan struct{}, many)
	clients := make([]net.Conn, many)
	for i := range clients {
		c, server := connect(t, s, taken)
		if clients[i] = c; !server.Await(func() { woken <- struct{}{} }) {
			t.Fatal("it cannot wait")
		}
	}
	waitFor(t, "one goroutine for all", func() bool { return runtime.NumGoroutine() < before+many/10 })
	for _, c := range clients {
		if _, err := c.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	for range many {
		awoken(t, woken)
	}
}
