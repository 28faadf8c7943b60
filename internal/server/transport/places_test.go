package transport_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"testing"
)

// TestSocketsThatWorkKeepTheirPlace: where connections are few, a socket without an
// operation makes room. One that is subscribed does not, and is idle again afterwards.
func TestSocketsThatWorkKeepTheirPlace(t *testing.T) {
	b := startSite(t, adapt{connections: 3})
	subscribed, silent, done := b.connect(), b.connect(), b.connect()
	subscribed.subscribe("1", watch, map[string]any{"id": b.carpeta.CarpetaID})
	done.subscribe("1", `{ __typename }`, nil)
	done.expect("1", "next")
	done.expect("1", "complete")
	// With a request: who never had one would make room before any of these. While the one before is not yet idle there is
	// no room, and it knocks again.
	knock := func() {
		b.eventually("a place", func() bool {
			c, err := net.Dial("tcp", b.server.Addr())
			b.must(err)
			t.Cleanup(func() { _ = c.Close() })
			_, _ = io.WriteString(c, "GET /graphql HTTP/1.1\r\nHost: localhost\r\n\r\n")
			resp, err := http.ReadResponse(bufio.NewReader(c), nil)
			return err == nil && resp.Body.Close() == nil
		})
	}
	b.eventually("the subscription runs", func() bool { n, _ := b.meter.open(); return n == 1 })
	knock()
	if _, err := silent.read(); err == nil {
		t.Error("an idle socket kept its place")
	}
	knock()
	if _, err := done.read(); err == nil {
		t.Error("a socket whose operation is over kept its place")
	}
	for range 5 {
		knock()
	}
	subscribed.send(`{"type":"ping"}`)
	subscribed.expect("", "pong")
}
