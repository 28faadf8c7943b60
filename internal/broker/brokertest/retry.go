package brokertest

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var (
	transient = fault.New(fault.Unavailable, "x")
	permanent = fault.New(fault.NotFound, "x")
)

// attempts is a handler that fails until the given attempt.
type attempts struct {
	log
	until int
	fail  func(context.Context) error
}

func (a *attempts) handle(ctx context.Context, m broker.Message) error {
	a.add(m)
	if m.Intento < a.until {
		return a.fail(ctx)
	}
	return nil
}

func (a *attempts) seen() (intentos []int) {
	for _, m := range a.messages() {
		intentos = append(intentos, m.Intento)
	}
	return intentos
}

func fails(err error) func(context.Context) error {
	return func(context.Context) error { return err }
}

func testTransient(t *testing.T, venue Venue) {
	retried(t, venue, options, fails(transient))
}

func testPanic(t *testing.T, venue Venue) {
	retried(t, venue, options, func(context.Context) error { panic("brokertest") })
}

func testHandlerDeadline(t *testing.T, venue Venue) {
	o := options
	o.HandlerTimeout = 100 * time.Millisecond
	retried(t, venue, o, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
}

// retried: two failures of the kind, then success at the third attempt.
func retried(t *testing.T, venue Venue, o Config, fail func(context.Context) error) {
	t.Helper()
	p := open(t, venue, o)
	a := &attempts{until: 3, fail: fail}
	p.consume(a.handle)
	p.mustPublish("1", "2") // the second shows that the consumer goes on
	wait(t, "two messages, three attempts each", func() bool { return len(a.messages()) >= 6 })
	want := []int{1, 1, 2, 2, 3, 3}
	got := a.seen()
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("attempts %v, want %v", got, want)
	}
	last := a.messages()[5]
	sent := message(last.ID, broker.MinioCleanup)
	sent.Intento = last.Intento
	if diff := cmp.Diff(sent, last); diff != "" {
		t.Errorf("the copy lost something (-sent +got):\n%s", diff)
	}
	for queue, n := range p.deadLetters() {
		if n != 0 {
			t.Errorf("%d messages in %s", n, queue)
		}
	}
}

// The second attempt comes after its delay, neither at once nor behind a
// message that waits longer.
func testRetryDelay(t *testing.T, venue Venue) {
	o := options
	o.Retry = broker.RetryPolicy{MaxAttempts: 3, Delays: []time.Duration{100 * time.Millisecond, 4 * time.Second}}
	p := open(t, venue, o)
	var mu sync.Mutex
	var order []string
	p.consume(func(_ context.Context, m broker.Message) error {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, m.ID+"/"+string(rune('0'+m.Intento)))
		if m.ID == "slow" && m.Intento < 3 || m.ID == "quick" && m.Intento < 2 {
			return transient
		}
		return nil
	})
	seen := func(what string) func() bool {
		return func() bool {
			mu.Lock()
			defer mu.Unlock()
			return slices.Contains(order, what)
		}
	}
	p.mustPublish("slow")
	wait(t, "slow's second attempt", seen("slow/2")) // now it waits for the third, seconds away
	p.mustPublish("quick", "other")
	wait(t, "slow's third attempt", seen("slow/3"))
	at := func(what string) int { return slices.Index(order, what) }
	if at("quick/2") < at("other/1") || at("slow/3") < at("quick/2") {
		t.Errorf("order %v", order)
	}
}

// testExhausted: what three attempts did not do is a dead letter, each queue's in a queue of its own.
func testExhausted(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	tried := make([]attempts, len(broker.Queues))
	for i, q := range broker.Queues {
		tried[i] = attempts{until: 99, fail: fails(transient)}
		p.consumeFrom(q.Name, tried[i].handle)
		p.publishKey(q.Name, q.Keys[0])
	}
	for i, q := range broker.Queues {
		p.waitDead(q.DLQ, 1)
		if got := tried[i].seen(); !slices.Equal(got, []int{1, 2, 3}) {
			t.Errorf("%s: attempts %v", q.Name, got)
		}
		dead, _, err := p.PeekDead(p.ctx(), q.DLQ, 10)
		if err != nil || len(dead) != 1 || dead[0].Message.ID != q.Name {
			t.Errorf("%s holds %+v, %v; want what %s gave up", q.DLQ, dead, err, q.Name)
		}
	}
}

func testPermanent(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	a := &attempts{until: 99, fail: fails(permanent)}
	p.consume(a.handle)
	p.mustPublish("1", "2")
	p.waitDead("minio.cleanup.dlq", 2)
	if got := a.seen(); !slices.Equal(got, []int{1, 1}) {
		t.Errorf("attempts %v", got)
	}
}
