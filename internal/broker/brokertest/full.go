package brokertest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// overshoot is how many messages more than its bound a queue may take. RabbitMQ tells its
// connections that a queue is full after it became so; they publish one after the other here.
const overshoot = 20

// fill publishes until the queue is full, and returns the accepted messages.
func (p *process) fill(most int) (ids []string) {
	p.Helper()
	for {
		id := fmt.Sprint("m", len(ids))
		err := p.Publish(p.ctx(), message(id, broker.MinioCleanup))
		switch {
		case errors.Is(err, broker.ErrFull):
			return ids
		case err != nil:
			p.Fatalf("publish %s: %v", id, err)
		case len(ids) > most+overshoot:
			p.Fatalf("%d messages in a queue of %d", len(ids), most)
		}
		ids = append(ids, id)
	}
}

// A full queue refuses what is too many, keeps what it took, and nobody else notices.
func testFull(t *testing.T, venue Venue) {
	o := options
	o.MaxQueue = 5
	p := open(t, venue, o)
	ids := p.fill(o.MaxQueue)
	if len(ids) < o.MaxQueue {
		t.Errorf("refused after %d messages, want %d at least", len(ids), o.MaxQueue)
	}
	for _, key := range []string{broker.MetadataCleanup, broker.DeletionRequested, broker.DeletionProgress} {
		if err := p.Publish(p.ctx(), message("other", key)); err != nil {
			t.Errorf("%s, while another queue is full: %v", key, err)
		}
	}
	if err := p.Ready(p.ctx()); err != nil {
		t.Errorf("a full queue is no outage: %v", err)
	}
	got := newLog()
	p.consume(got.take)
	p.publishAtLast("late") // there is room again
	got.waitFor(t, append(ids, "late")...)
	for _, id := range ids {
		if n := got.count(id); n != 1 {
			t.Errorf("%s came %d times", id, n)
		}
	}
	if n := p.deadLetters()[dlq]; n != 0 {
		t.Errorf("%d dead letters", n)
	}
}
