package listener_test

import (
	"net"
	"runtime"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// taken is what heap and stacks of the process take.
func taken() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc + m.StackInuse)
}

// TestSilentConnectionsHoldLittle: what says nothing holds no buffers and no large stack.
// The side of the test is in the figure.
func TestSilentConnectionsHoldLittle(t *testing.T) {
	const connections, most = 300, 9 << 10
	var m meter
	s := serve(t, listener.Config{Handler: answer("yes"), Metrics: &m})
	ask(t, dial(t, s, "127.0.0.1")) // what is made once
	before := taken()
	all := make([]net.Conn, connections)
	for i := range all {
		all[i] = dial(t, s, "127.0.0.1")
	}
	waitFor(t, "all are taken", func() bool { return m.get("open") > connections })
	time.Sleep(50 * time.Millisecond) // they are where they stay
	if each := (taken() - before) / connections; each > most {
		t.Errorf("a silent connection holds %d bytes, want at most %d", each, most)
	}
	for _, i := range []int{0, connections - 1} {
		if !ask(t, all[i]) {
			t.Errorf("connection %d is not answered when it speaks", i)
		}
	}
}

// TestSilenceEnds: after the time for the headers, and when the server stops.
func TestSilenceEnds(t *testing.T) {
	s := serve(t, listener.Config{Handler: answer("yes"), Header: 50 * time.Millisecond})
	if _, err := dial(t, s, "127.0.0.1").Read(make([]byte, 1)); err == nil {
		t.Error("a connection that says nothing is kept")
	}
	s = serve(t, listener.Config{Handler: answer("yes"), Header: time.Hour})
	c := dial(t, s, "127.0.0.1")
	time.Sleep(20 * time.Millisecond) // until it is accepted
	if err := s.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := c.Read(make([]byte, 1)); err == nil {
		t.Error("it is kept after the stop")
	}
}
