package brokertest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// load publishes from several goroutines until stopped and knows which
// messages the broker promised to keep.
type load struct {
	mu        sync.Mutex
	confirmed []string
	failed    int
}

func (l *load) run(p *process, publishers int) (stop func()) {
	var stops []func()
	for i := range publishers {
		stops = append(stops, p.background("publisher", func(ctx context.Context) error {
			for n := 0; ctx.Err() == nil; n++ {
				id := fmt.Sprintf("%d-%d", i, n)
				l.note(id, p.Publish(context.WithoutCancel(ctx), message(id, broker.MinioCleanup)))
			}
			return nil
		}))
	}
	return func() {
		for _, stop := range stops {
			stop()
		}
	}
}

func (l *load) note(id string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.failed++
		return
	}
	l.confirmed = append(l.confirmed, id)
}

func (l *load) counts() (confirmed, failed int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.confirmed), l.failed
}

func testRestart(t *testing.T, venue FragileVenue) {
	o := options
	o.ConfirmTimeout = 2 * time.Second
	p := open(t, venue, o)
	got := newSet()
	p.consume(got.take)
	heard := p.listen(broker.EventKeys)
	var l load
	stop := l.run(p, 8)
	wait(t, "500 confirms", func() bool { n, _ := l.counts(); return n >= 500 })
	venue.Stop(t)
	wait(t, "a failed publish", func() bool { _, n := l.counts(); return n > 0 })
	before, _ := l.counts()
	venue.Start(t)
	wait(t, "500 confirms more", func() bool { n, _ := l.counts(); return n >= before+500 })
	stop()
	for _, id := range l.confirmed {
		wait(t, "confirmed message "+id, func() bool { return got.has(id) })
	}
	heard.waitGaps(t, 2)
	p.publishKey("after", broker.DeletionProgress)
	heard.waitFor(t, "after")
}

func testOutage(t *testing.T, venue FragileVenue) {
	o := options
	o.ConfirmTimeout = 500 * time.Millisecond
	p := open(t, venue, o)
	p.publishAtLast("1")
	venue.Stop(t)
	for range 5 {
		p.expectFailure()
	}
	if err := p.Ready(p.ctx()); err == nil {
		t.Error("ready without a broker")
	}
	venue.Start(t)
	wait(t, "a broker that is ready", func() bool { return p.Ready(p.ctx()) == nil })
	if err := p.Publish(p.ctx(), message("2", broker.MinioCleanup)); errors.Is(err, broker.ErrUnavailable) {
		t.Errorf("ready, and nothing can be published: %v", err)
	}
	p.publishAtLast("2")
	got := newLog()
	p.consume(got.take)
	got.waitFor(t, "1", "2")
}

// A broker that stands still keeps its connections open and says nothing.
func testFreeze(t *testing.T, venue FragileVenue) {
	o := options
	o.ConfirmTimeout = 300 * time.Millisecond
	p := open(t, venue, o)
	got := newLog()
	p.consume(got.take)
	p.publishAtLast("1")
	got.waitFor(t, "1")
	venue.Freeze(t)
	for range 5 {
		p.expectFailure()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if err := p.Ready(ctx); err == nil {
		t.Error("ready with a broker that stands still")
	}
	venue.Thaw(t)
	p.publishAtLast("2")
	got.waitFor(t, "2")
}

// expectFailure: by the broker's own deadline, long before the caller's.
func (p *process) expectFailure() {
	p.Helper()
	ctx := p.ctx()
	err := p.Publish(ctx, message("x", broker.MinioCleanup))
	if !errors.Is(err, broker.ErrUnavailable) && !errors.Is(err, broker.ErrUnconfirmed) {
		p.Errorf("publish without a broker: %v", err)
	}
	if ctx.Err() != nil {
		p.Error("publish waited for the caller's deadline and not for its own")
	}
}

func testWipe(t *testing.T, venue FragileVenue) {
	o := options
	o.ConfirmTimeout = time.Second
	p := open(t, venue, o)
	a := &attempts{until: 2, fail: fails(transient)}
	p.consume(a.handle)
	heard := p.listen(broker.EventKeys)
	p.publishAtLast("1")
	wait(t, "two attempts", func() bool { return a.count("1") >= 2 })
	venue.Wipe(t)
	p.publishAtLast("2")
	wait(t, "two attempts, so queue and tiers are back", func() bool { return a.count("2") >= 2 })
	heard.waitGaps(t, 2)
	p.publishKey("3", broker.DeletionCompleted)
	heard.waitFor(t, "3")
	if err := p.Ready(p.ctx()); err != nil {
		t.Errorf("not ready: %v", err)
	}
	if len(p.deadLetters()) != len(broker.DeadLetterQueues()) {
		t.Error("dead-letter queues are missing")
	}
}

// set is a log for many messages.
type set struct {
	mu  sync.Mutex
	ids map[string]bool
}

func newSet() *set { return &set{ids: map[string]bool{}} }

func (s *set) take(_ context.Context, m broker.Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ids[m.ID] = true
	return nil
}

func (s *set) has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ids[id]
}
