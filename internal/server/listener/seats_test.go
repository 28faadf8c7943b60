package listener_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// evicting is a meter that pushes out each connection in the moment in which the others can see it.
type evicting struct {
	meter
	server *listener.Server
}

func (m *evicting) ConnectionsOpen(server string, delta int) {
	m.meter.ConnectionsOpen(server, delta)
	if delta > 0 {
		m.server.MakeRoom()
	}
}

// TestPushedOutAtOnce: a connection may be pushed out as soon as others can see it, also before Accept has returned it.
func TestPushedOutAtOnce(t *testing.T) {
	m := &evicting{}
	cfg := listener.Config{Name: "api", Addr: "127.0.0.1:0", Handler: answer("ok"), Connections: 10, Metrics: m}
	m.server = listener.New(cfg)
	if err := m.server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.server.Stop(t.Context()) })
	for range 20 {
		if !isEnded(dial(t, m.server, "127.0.0.1")) {
			t.Fatal("a connection that was pushed out is open")
		}
	}
	waitFor(t, "no connection is counted", func() bool { return m.get("open") == 0 })
	if n := m.get("ended inactiva"); n != 20 {
		t.Errorf("%d of 20 were pushed out", n)
	}
}
