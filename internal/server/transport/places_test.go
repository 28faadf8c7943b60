package transport_test

import (
	"net"
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
	knock := func() {
		c, err := net.Dial("tcp", b.server.Addr())
		b.must(err)
		t.Cleanup(func() { _ = c.Close() })
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
