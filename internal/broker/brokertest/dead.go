package brokertest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const dlq = "minio.cleanup.dlq"

// bury kills messages one after the other, so that they die in this order.
func (p *process) bury(ids ...string) {
	p.Helper()
	stop := p.consume(func(context.Context, broker.Message) error { return permanent })
	defer stop()
	before := p.deadLetters()[dlq]
	for i, id := range ids {
		p.mustPublish(id)
		p.waitDead(dlq, before+i+1)
	}
}

func (p *process) peek(max int) (dead []broker.DeadLetter, behind int) {
	p.Helper()
	dead, behind, err := p.PeekDead(p.ctx(), dlq, max)
	if err != nil {
		p.Fatalf("peek: %v", err)
	}
	return dead, behind
}

func messageIDs(dead []broker.DeadLetter) (ids []string) {
	for _, d := range dead {
		ids = append(ids, d.Message.ID)
	}
	return ids
}

func testPeekDead(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	var want []string
	for i := range 12 {
		want = append(want, fmt.Sprint("m", i))
	}
	p.bury(want...)
	first, behind := p.peek(broker.MaxPeek)
	if got := messageIDs(first); !slices.Equal(got, want) || behind != 0 {
		t.Fatalf("dead letters %v, %d behind", got, behind)
	}
	d := first[0]
	if d.ID == "" || d.ID == first[1].ID {
		t.Errorf("ids %q and %q", d.ID, first[1].ID)
	}
	if d.DiedAt.IsZero() {
		t.Error("it is not said when it died")
	}
	dead := broker.DeadLetter{ID: d.ID, Queue: dlq, Reason: string(fault.NotFound), DiedAt: d.DiedAt,
		Message: message("m0", broker.MinioCleanup), Legible: true}
	if diff := cmp.Diff(dead, d); diff != "" {
		t.Errorf("the dead letter (-want +got):\n%s", diff)
	}
	for range 30 { // more often than RabbitMQ's own limit
		again, behind := p.peek(5)
		if diff := cmp.Diff(first[:5], again); diff != "" || behind != len(want)-5 {
			t.Fatalf("at another look (%d behind, -first +now):\n%s", behind, diff)
		}
	}
	p.waitDead(dlq, len(want))
}

func testPeekNothing(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	for _, queue := range broker.DeadLetterQueues() {
		if dead, behind, err := p.PeekDead(p.ctx(), queue, 10); len(dead) > 0 || behind != 0 || err != nil {
			t.Errorf("%s: %v, %d behind, %v", queue, dead, behind, err)
		}
	}
	if _, _, err := p.PeekDead(p.ctx(), broker.MinioCleanupQueue, 10); !errors.Is(err, fault.NotFound) {
		t.Errorf("a work queue: %v", err)
	}
}

// A crowd of dead letters is all seen and counted, and one far behind is sent again.
func testManyDead(t *testing.T, venue Venue) {
	const letters, publishers = 1_200, 8
	p := open(t, venue, options)
	stop := p.consume(func(context.Context, broker.Message) error { return permanent })
	var work sync.WaitGroup
	for of := range publishers {
		work.Go(func() {
			for i := of; i < letters; i += publishers {
				if err := p.Publish(p.ctx(), message(fmt.Sprint("m", i), broker.MinioCleanup)); err != nil {
					t.Errorf("letter %d: %v", i, err)
				}
			}
		})
	}
	work.Wait()
	p.waitDead(dlq, letters)
	stop()
	if some, behind := p.peek(10); len(some) != 10 || behind != letters-10 {
		t.Errorf("%d are seen, %d behind", len(some), behind)
	}
	all, behind := p.peek(broker.MaxPeek)
	if len(all) != letters || behind != 0 {
		t.Fatalf("%d of %d are seen, %d behind", len(all), letters, behind)
	}
	last := all[letters-1]
	if done, err := p.Redrive(p.ctx(), dlq, []string{last.ID}); err != nil || len(done) != 1 {
		t.Fatalf("redriven %v, %v", done, err)
	}
	got := newLog()
	p.consume(got.take)
	got.waitFor(t, last.Message.ID)
	p.waitDead(dlq, letters-1)
}

// A look shows no message twice, and in the end all are there.
func testPeekTogether(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	other := open(t, venue, Config{Name: "b", Retry: options.Retry, ConfirmTimeout: options.ConfirmTimeout, HandlerTimeout: options.HandlerTimeout})
	p.bury("1", "2", "3", "4")
	var work sync.WaitGroup
	for _, who := range []*process{p, other, p, other} {
		work.Go(func() {
			dead, _, err := who.PeekDead(who.ctx(), dlq, broker.MaxPeek)
			ids := messageIDs(dead)
			if slices.Sort(ids); err != nil || !slices.Equal(ids, []string{"1", "2", "3", "4"}) {
				t.Errorf("%v, %v", ids, err)
			}
		})
	}
	work.Wait()
}

func testRedrive(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	p.bury("1", "2", "3")
	dead, _ := p.peek(10)
	heard := p.listen([]string{"#"})
	got := newLog()
	p.consume(got.take)
	done, err := p.Redrive(p.ctx(), dlq, []string{dead[2].ID, dead[0].ID})
	if slices.Sort(done); err != nil || len(done) != 2 {
		t.Fatalf("redriven %v, %v", done, err)
	}
	got.waitFor(t, "1", "3")
	for _, m := range got.messages() {
		if diff := cmp.Diff(message(m.ID, broker.MinioCleanup), m); diff != "" {
			t.Errorf("came back (-sent +got):\n%s", diff)
		}
	}
	p.waitDead(dlq, 1)
	if left, _ := p.peek(10); !slices.Equal(messageIDs(left), []string{"2"}) || left[0].ID != dead[1].ID {
		t.Errorf("left behind: %+v", left)
	}
	if n := len(heard.messages()); n != 0 {
		t.Errorf("listeners heard of it %d times", n)
	}
}

func testRedriveDiesAgain(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	p.bury("1", "2")
	dead, _ := p.peek(1)
	stop := p.consume(func(context.Context, broker.Message) error { return permanent })
	if done, err := p.Redrive(p.ctx(), dlq, []string{dead[0].ID}); err != nil || len(done) != 1 {
		t.Fatalf("redriven %v, %v", done, err)
	}
	wait(t, "it behind the other one", func() bool { now, _ := p.peek(10); return slices.Equal(messageIDs(now), []string{"2", "1"}) })
	stop()
	now, _ := p.peek(10)
	if now[1].ID == dead[0].ID {
		t.Errorf("both deaths have the id %q", now[1].ID)
	}
	if now[1].DiedAt.Before(dead[0].DiedAt) {
		t.Errorf("the second death, at %v, is before the first, at %v", now[1].DiedAt, dead[0].DiedAt)
	}
}

func testRedriveNotDead(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	p.bury("1")
	// Who was stopped between the copy and its confirmation gets the message once more. It is taken off first.
	p.mustPublish("0")
	before := newLog()
	stop := p.consume(before.take)
	before.waitFor(t, "0")
	stop()
	dead, _ := p.peek(1)
	if done, err := p.Redrive(p.ctx(), dlq, []string{"nada", ""}); err != nil || len(done) != 0 {
		t.Errorf("an unknown id: %v, %v", done, err)
	}
	for _, queue := range []string{broker.MinioCleanupQueue, broker.UnroutableQueue, "nada"} {
		if done, err := p.Redrive(p.ctx(), queue, []string{dead[0].ID}); !errors.Is(err, fault.NotFound) || len(done) != 0 {
			t.Errorf("%s: %v, %v", queue, done, err)
		}
	}
	p.waitDead(dlq, 1)
	if done, err := p.Redrive(p.ctx(), dlq, []string{dead[0].ID, dead[0].ID}); err != nil || len(done) != 1 {
		t.Errorf("the first time: %v, %v", done, err)
	}
	if done, err := p.Redrive(p.ctx(), dlq, []string{dead[0].ID}); err != nil || len(done) != 0 {
		t.Errorf("a second time: %v, %v", done, err)
	}
	got := newLog()
	p.consume(got.take)
	got.waitFor(t, "1")
	p.mustPublish("2")
	got.waitFor(t, "2")
	if n := got.count("1"); n != 1 {
		t.Errorf("sent %d times", n)
	}
}
