package transport_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
)

func (b *bench) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return b.server.Stop(ctx)
}

// TestStopSendsSubscribersElsewhere: neither error nor complete, which would tell
// the client that its subscription is over, but a close it comes back from.
func TestStopSendsSubscribersElsewhere(t *testing.T) {
	b := start(t)
	c, idle := b.connect(), b.connect()
	c.subscribe("s", follow, map[string]any{"id": b.remove(0, 3600)})
	c.expect("s", "next")
	stopped := make(chan error, 1)
	go func() { stopped <- b.stop() }()
	c.expectClose(1001, "Going away")
	idle.expectClose(1001, "Going away")
	b.must(<-stopped)
	if subscriptions, sockets := b.meter.open(); subscriptions != 0 || sockets != 0 {
		t.Error(subscriptions, sockets)
	}
}

// TestStopLetsOperationsFinish, over both transports.
func TestStopLetsOperationsFinish(t *testing.T) {
	entered, release := make(chan struct{}, 2), make(chan struct{})
	b := start(t, holding(entered, release))
	c := b.connect()
	c.subscribe("q", `{ miCarpeta { carpetaId } }`, nil)
	answered := make(chan answer, 1)
	go func() { answered <- b.query(`{ miCarpeta { carpetaId } }`, nil) }()
	<-entered
	<-entered
	stopped := make(chan error, 1)
	go func() { stopped <- b.stop() }()
	b.eventually("refuses connections", func() bool {
		conn, err := http.Get(b.server.URL() + "/graphql")
		if err == nil {
			_ = conn.Body.Close()
		}
		return err != nil
	})
	close(release)
	if m := c.expect("q", "next"); !strings.Contains(string(m.Payload), "hecho") {
		t.Fatal(string(m.Payload))
	}
	c.expect("q", "complete")
	c.expectClose(1001, "Going away")
	if a := <-answered; !strings.Contains(a.body, "hecho") {
		t.Error(a.body)
	}
	b.must(<-stopped)
}

// TestStopCutsOffWhatDoesNotEnd, and says so.
func TestStopCutsOffWhatDoesNotEnd(t *testing.T) {
	begun := make(chan struct{})
	b := start(t, miCarpeta(func(ctx context.Context) error { close(begun); <-ctx.Done(); return ctx.Err() }), withLimits(func(l *limits.Limits) { l.Request = time.Hour }))
	c := b.connect()
	c.subscribe("q", `{ miCarpeta { carpetaId } }`, nil)
	<-begun
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if err := b.server.Stop(ctx); err == nil {
		t.Error("Stop did not say that it cut something off")
	}
	b.eventually("cut off", func() bool { _, n := b.meter.open(); return n == 0 })
}
