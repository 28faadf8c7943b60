package transport_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
)

func TestOperationsPerSocket(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.PerSocket = 3 }))
	c := b.connect()
	id := b.remove(0, 3600)
	for i := range 3 {
		c.subscribe(fmt.Sprint(i), follow, map[string]any{"id": id})
		c.expect(fmt.Sprint(i), "next")
	}
	c.subscribe("4", `{ __typename }`, nil)
	c.expectError("4", "RATE_LIMITED")
	c.send(`{"type":"complete","id":"1"}`)
	c.subscribe("4", `{ __typename }`, nil)
	c.expect("4", "next")
}

// TestWorkedOnAtATime: of a socket's operations only a few are worked on; one that
// waits can be taken back.
func TestWorkedOnAtATime(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	b := start(t, holding(entered, release), withLimits(func(l *limits.Limits) { l.Working = 2 }))
	c := b.connect()
	for _, id := range []string{"1", "2"} {
		c.subscribe(id, `{ miCarpeta { id } }`, nil)
		<-entered
	}
	for _, id := range []string{"3", "4"} {
		c.subscribe(id, `{ miCarpeta { id } }`, nil)
	}
	c.send(`{"type":"complete","id":"3"}`)
	c.send(`{"type":"ping"}`)
	c.expect("", "pong") // all of these were read
	select {
	case <-entered:
		t.Fatal("a third is worked on")
	default:
	}
	release <- struct{}{}
	<-entered // 4, or the answers of 3 come below
	close(release)
	answered := map[string]int{}
	for range 6 {
		m, err := c.read()
		b.must(err)
		answered[m.ID]++
	}
	if want := map[string]int{"1": 2, "2": 2, "4": 2}; !maps.Equal(answered, want) {
		t.Errorf("answers %v, want %v", answered, want)
	}
}

// TestWaitsNoLongerThanARequestMayTake: behind operations that do not end.
func TestWaitsNoLongerThanARequestMayTake(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	b := start(t, holding(entered, release), withLimits(func(l *limits.Limits) { l.Working, l.Request = 1, 50*time.Millisecond }))
	defer close(release)
	c := b.connect()
	c.subscribe("1", `{ miCarpeta { id } }`, nil)
	<-entered
	c.subscribe("2", `{ __typename }`, nil)
	c.expectError("2", "UNAVAILABLE")
}

// TestDeadSocket: a peer that answers no pings is dropped. The client library
// answers them while it reads, so this one does not read. Until then even a busy
// machine has the time to answer.
func TestDeadSocket(t *testing.T) {
	t.Parallel()
	b := start(t, withLimits(func(l *limits.Limits) { l.Ping, l.Pong = 20*time.Millisecond, 10*time.Second }))
	c := b.connect()
	b.eventually("alive while it reads", func() bool {
		c.send(`{"type":"ping"}`)
		c.expect("", "pong")
		_, n := b.meter.open()
		return n == 1
	})
	b.eventually("dropped", func() bool { _, n := b.meter.open(); return n == 0 })
}

// TestSlowReader: a client that asks much and reads nothing is dropped, and delays nobody.
func TestSlowReader(t *testing.T) {
	b := start(t, largeAnswer, withLimits(func(l *limits.Limits) { l.Write = time.Second }))
	slow := b.connect()
	for i := range 30 { // more than the kernel takes for a reader that sleeps
		question := fmt.Sprintf(`{"id":"%d","type":"subscribe","payload":%s}`, i, operation(`{ miCarpeta { carpetaId } }`, nil))
		if slow.conn.Write(t.Context(), websocket.MessageText, []byte(question)) != nil {
			break // dropped already
		}
	}
	b.eventually("dropped", func() bool { _, n := b.meter.open(); return n == 0 })
	other := b.connect()
	other.subscribe("q", `{ __typename }`, nil)
	other.expect("q", "next")
}
