package brokertest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// patience only keeps a broken test from hanging.
const patience = 5 * time.Minute

// process is one server process as far as the broker sees it.
type process struct {
	testing.TB
	broker.Broker
}

func open(t testing.TB, p Venue, o Config) *process {
	t.Helper()
	b := p.Open(t, o)
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := b.Bootstrap(ctx); err != nil {
		t.Fatalf("bootstrap: %v", err)
	}
	return &process{t, b}
}

func message(id, key string) broker.Message {
	return broker.Message{
		ID: id, Type: key, Source: "brokertest", Subject: "doc-" + id, SagaID: "saga-" + id, Intento: 1,
		Time: time.Date(2026, 11, 21, 10, 20, 30, 123_000_000, time.UTC), OperadorID: "op-1",
		Traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", Data: []byte(`{"version":1}`),
	}
}

func (p *process) mustPublish(ids ...string) {
	p.Helper()
	for _, id := range ids {
		if err := p.Publish(p.ctx(), message(id, broker.MinioCleanup)); err != nil {
			p.Fatalf("publish %s: %v", id, err)
		}
	}
}

// publishAtLast is for a process that gives up soon: a busy broker may miss its first deadlines.
func (p *process) publishAtLast(id string) {
	p.Helper()
	wait(p, "a publish that works", func() bool { return p.Publish(p.ctx(), message(id, broker.MinioCleanup)) == nil })
}

func (p *process) ctx() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	p.Cleanup(cancel)
	return ctx
}

// consume serves minio.cleanup.queue until stop, which waits for its end.
func (p *process) consume(h broker.Handler) (stop func()) {
	p.Helper()
	return p.consumeFrom(broker.MinioCleanupQueue, h)
}

func (p *process) consumeFrom(queue string, h broker.Handler) (stop func()) {
	p.Helper()
	return p.background("consume", func(ctx context.Context) error { return p.Consume(ctx, queue, h) })
}

// listen returns after the first onGap.
func (p *process) listen(patterns []string) *ears {
	p.Helper()
	e := &ears{log: newLog()}
	e.stop = p.background("listen", func(ctx context.Context) error {
		return p.Listen(ctx, patterns, e.add, e.gap)
	})
	e.waitGaps(p, 1)
	return e
}

func (p *process) background(what string, run func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				p.Errorf("%s: %v", what, err)
			}
		case <-time.After(patience):
			p.Errorf("%s does not end", what)
		}
	})
	p.Cleanup(stop)
	return stop
}

func (p *process) deadLetters() map[string]int {
	p.Helper()
	stats, err := p.DeadLetters(p.ctx())
	if err != nil {
		p.Fatalf("dead letters: %v", err)
	}
	counts := map[string]int{}
	for _, s := range stats {
		counts[s.Name] = s.Messages
	}
	return counts
}

func (p *process) waitDead(queue string, n int) {
	p.Helper()
	wait(p, fmt.Sprintf("%d messages in %s", n, queue), func() bool { return p.deadLetters()[queue] == n })
}

// wait polls: the awaited event happens in another process.
func wait(t testing.TB, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	timeout := time.After(patience)
	for !holds() {
		select {
		case <-tick.C:
		case <-timeout:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// log is what arrived, in order.
type log struct {
	mu  sync.Mutex
	all []broker.Message
}

func newLog() *log { return &log{} }

func (l *log) add(m broker.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, m)
}

func (l *log) messages() []broker.Message {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]broker.Message(nil), l.all...)
}

func (l *log) count(id string) (n int) {
	for _, m := range l.messages() {
		if m.ID == id {
			n++
		}
	}
	return n
}

func (l *log) waitFor(t testing.TB, ids ...string) {
	t.Helper()
	for _, id := range ids {
		wait(t, "message "+id, func() bool { return l.count(id) > 0 })
	}
}

// take is a handler that notes each message and does nothing else.
func (l *log) take(_ context.Context, m broker.Message) error {
	l.add(m)
	return nil
}

// ears are a listener's.
type ears struct {
	*log
	stop func()
	gaps int
}

func (e *ears) gap() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.gaps++
}

func (e *ears) waitGaps(t testing.TB, n int) {
	t.Helper()
	wait(t, fmt.Sprintf("gap %d", n), func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.gaps >= n
	})
}
