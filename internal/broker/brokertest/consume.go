package brokertest

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

func testCutShort(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	p.mustPublish("1")
	begun := make(chan struct{})
	stop := p.consume(func(ctx context.Context, _ broker.Message) error {
		close(begun)
		<-ctx.Done()
		return ctx.Err()
	})
	<-begun
	stop()
	got := newLog()
	p.consume(got.take)
	got.waitFor(t, "1")
	if m := got.messages()[0]; m.Intento != 1 {
		t.Errorf("a stop counted as an attempt: %d", m.Intento)
	}
}

// What a handler finished while the consumer was stopping is not done again.
func testFinishedDuringStop(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	p.mustPublish("1")
	begun := make(chan struct{})
	stop := p.consume(func(ctx context.Context, _ broker.Message) error {
		close(begun)
		<-ctx.Done()
		return nil
	})
	<-begun
	stop()
	p.mustPublish("2")
	got := newLog()
	p.consume(got.take)
	got.waitFor(t, "2")
	if n := got.count("1"); n != 0 {
		t.Errorf("delivered again %d times", n)
	}
}

// testPrefetch: a process has ten messages at a time, until it has acknowledged them itself. What is behind them is for
// another process.
func testPrefetch(t *testing.T, venue Venue) {
	const total = 3 * Prefetch
	p := open(t, venue, options)
	for i := range total {
		p.mustPublish(fmt.Sprint(i))
	}
	var running, most, done atomic.Int32
	release := make(chan struct{})
	p.consume(func(ctx context.Context, _ broker.Message) error {
		now := running.Add(1)
		for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
		}
		defer running.Add(-1)
		select {
		case <-release:
			done.Add(1)
			return nil
		case <-ctx.Done(): // the test has failed
			return ctx.Err()
		}
	})
	wait(t, "as many handlers as the prefetch", func() bool { return running.Load() == Prefetch })
	for i := range Prefetch {
		release <- struct{}{}
		wait(t, "the next handler", func() bool { return int(done.Load()) > i && running.Load() == Prefetch })
	}
	other, got := open(t, venue, options), newLog()
	other.consume(got.take)
	wait(t, "the other process's messages", func() bool { return len(got.messages()) == Prefetch })
	for range Prefetch {
		release <- struct{}{}
	}
	wait(t, "the last handlers", func() bool { return done.Load() == 2*Prefetch })
	if most.Load() != Prefetch || len(got.messages()) != Prefetch {
		t.Errorf("%d handlers at a time, want %d; the other process had %d messages, want as many", most.Load(), Prefetch, len(got.messages()))
	}
}

func testUnknownQueue(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	if err := p.Consume(p.ctx(), "no.such.queue", newLog().take); err == nil {
		t.Error("consumed from a queue that is not in the topology")
	}
}

func testBootstrap(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	p.mustPublish("1")
	if err := p.Bootstrap(p.ctx()); err != nil {
		t.Fatalf("the second time: %v", err)
	}
	if err := p.Ready(p.ctx()); err != nil {
		t.Errorf("not ready: %v", err)
	}
	got := newLog()
	p.consume(got.take)
	got.waitFor(t, "1")
	counts := p.deadLetters()
	for _, name := range broker.DeadLetterQueues() {
		if n, there := counts[name]; !there || n != 0 {
			t.Errorf("dead letters of %s: %d, listed: %v", name, n, there)
		}
	}
}

func testClose(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	got := newLog()
	stop := p.consume(got.take)
	heard := p.listen(broker.EventKeys)
	p.mustPublish("1")
	got.waitFor(t, "1")
	stop()
	heard.stop()
	for range 2 {
		if err := p.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	if err := p.Publish(p.ctx(), message("2", broker.MinioCleanup)); err == nil {
		t.Error("published after Close")
	}
	if err := p.Ready(p.ctx()); err == nil {
		t.Error("ready after Close")
	}
}
