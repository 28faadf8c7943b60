package transport_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// hurried has an address begin ten requests and messages at once, and then ten a second.
func hurried(c *transport.Config) {
	c.Crowd = quota.NewCrowd(quota.CrowdConfig{PerSecond: 10, Together: 1, Unhurried: 10, Regained: 1e-3, Subjects: 10}, time.Now)
}

// TestWhatASocketSendsInACrowdIsNotRead: of two hundred messages of a moment others waited for the processor.
func TestWhatASocketSendsInACrowdIsNotRead(t *testing.T) {
	b := start(t, hurried)
	conn := b.rawSocket()
	_, err := conn.Write([]byte(strings.Repeat(frame(0x81, `{"type":"ping"}`), 100)))
	b.must(err)
	b.eventually("the socket waits for its turn", func() bool { return b.api.Beginning() == 1 })
	if pongs := strings.Count(b.readTo(conn, "pong"), "pong"); pongs > 30 {
		t.Errorf("%d of 100 messages were answered at once", pongs)
	}
}

// TestRequestsOfACrowdWait, each for its turn, which comes.
func TestRequestsOfACrowdWait(t *testing.T) {
	b := startSite(t, adapt{site: wholeSite()}, hurried)
	const many = 30
	var answered atomic.Int32
	for range many {
		go func() {
			if a := b.do(request{method: "GET", path: "/objetos/a/b"}); a.status == 200 {
				answered.Add(1)
			}
		}()
	}
	b.eventually("some wait", func() bool { return b.api.Beginning() >= 10 })
	b.eventually("all are answered", func() bool { return answered.Load() == many })
	if n := b.api.Beginning(); n != 0 {
		t.Errorf("%d wait for ever", n)
	}
}

// TestAMessageThatHasBegunIsRead: its parts have a time to come in. A client that sent them at once was taken for slow,
// because the server waited between them.
func TestAMessageThatHasBegunIsRead(t *testing.T) {
	b := start(t, hurried, func(c *transport.Config) { c.Limits.ReadGrace = 300 * time.Millisecond })
	conn := b.rawSocket()
	parts := frame(0x01, `{"type":`) + strings.Repeat(frame(0x00, strings.Repeat(" ", 100)), 100) + frame(0x80, `"ping"}`)
	_, err := conn.Write([]byte(parts))
	b.must(err)
	b.readTo(conn, "pong")
}
