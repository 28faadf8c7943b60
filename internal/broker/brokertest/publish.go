package brokertest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

func testConfirm(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	p.mustPublish("1", "2")
	got := newLog() // confirmed before there is a consumer: the broker kept them
	p.consume(got.take)
	got.waitFor(t, "1", "2")
}

func testManyPublishers(t *testing.T, venue Venue) {
	const publishers, each = 64, 25
	p := open(t, venue, options)
	got := newLog()
	p.consume(got.take)
	var work sync.WaitGroup
	for i := range publishers {
		work.Go(func() {
			for j := range each {
				id := fmt.Sprintf("%d-%d", i, j)
				if err := p.Publish(p.ctx(), message(id, broker.MinioCleanup)); err != nil {
					t.Errorf("publish %s: %v", id, err)
				}
			}
		})
	}
	work.Wait()
	wait(t, "all messages", func() bool { return len(got.messages()) >= publishers*each })
	times := map[string]int{}
	for _, m := range got.messages() {
		times[m.ID]++
	}
	for id, n := range times {
		if n != 1 {
			t.Errorf("%s arrived %d times", id, n)
		}
	}
}

// Every publisher of a shared window gets the answer to its own message.
func testUnroutable(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	var work sync.WaitGroup
	for i := range 50 {
		for key, want := range map[string]error{
			"documento.nadie":       broker.ErrUnroutable,
			"otra":                  broker.ErrUnroutable,
			broker.MinioCleanup:     nil,
			broker.DeletionProgress: nil, // news that nobody may be listening to
		} {
			work.Go(func() {
				err := p.Publish(p.ctx(), message(fmt.Sprintf("%s-%d", key, i), key))
				if !errors.Is(err, want) {
					t.Errorf("publish %s: %v, want %v", key, err, want)
				}
			})
		}
	}
	work.Wait()
	if n := p.deadLetters()[broker.UnroutableQueue]; n != 0 {
		t.Errorf("%d messages were stored that their publisher was told of or that nobody misses", n)
	}
}

func testMalformed(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	m := message("1", broker.MinioCleanup)
	m.Data = []byte("{")
	if err := p.Publish(p.ctx(), m); !errors.Is(err, broker.ErrMalformed) {
		t.Errorf("published: %v", err)
	}
}

func testPublishCancelled(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	p.mustPublish("1")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := p.Publish(ctx, message("2", broker.MinioCleanup))
	if !errors.Is(err, broker.ErrUnavailable) && !errors.Is(err, broker.ErrUnconfirmed) {
		t.Errorf("publish with a context that is over: %v", err)
	}
	p.mustPublish("3")
}

func testAttributes(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	got := newLog()
	p.consume(got.take)
	heard := p.listen([]string{"#"})
	full, bare := message("ñandú", broker.MinioCleanup), broker.Message{ID: "2", Type: broker.MinioCleanup, Intento: 2, Data: []byte(`1`)}
	for _, m := range []broker.Message{full, bare} {
		if err := p.Publish(p.ctx(), m); err != nil {
			t.Fatal(err)
		}
		got.waitFor(t, m.ID)
		heard.waitFor(t, m.ID)
	}
	for name, messages := range map[string][]broker.Message{"consumer": got.messages(), "listener": heard.messages()} {
		if diff := cmp.Diff([]broker.Message{full, bare}, messages); diff != "" {
			t.Errorf("%s (-sent +got):\n%s", name, diff)
		}
	}
}
