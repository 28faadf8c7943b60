package rabbitbroker_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/brokertest"
	"github.com/carpeta-ciudadana/servidor/internal/broker/rabbitbroker"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const dlq = "minio.cleanup.dlq"

func waitPeek(t *testing.T, b broker.Broker, n int) []broker.DeadLetter {
	t.Helper()
	var dead []broker.DeadLetter
	eventually(t, fmt.Sprint(n, " dead letters"), func() bool {
		var err error
		dead, _, err = b.PeekDead(ctx(t), dlq, broker.MaxPeek)
		check(t, err)
		return len(dead) == n
	})
	return dead
}

// An unreadable message is shown, as far as it goes, and stays.
func TestIllegibleDeadLetter(t *testing.T) {
	t.Parallel()
	b, ch := bench(t)
	check(t, b.Bootstrap(ctx(t)))
	consume(t, b, func(context.Context, broker.Message) error { t.Error("handled"); return nil })
	check(t, ch.Publish(broker.Exchange, broker.MinioCleanup, false, false, amqp.Publishing{MessageId: "x", Body: []byte("no")}))
	d := waitPeek(t, b, 1)[0]
	if d.DiedAt.IsZero() {
		t.Error("it is not said when it died")
	}
	want := d
	want.Legible, want.Reason, want.Message.ID, want.Message.Type = false, "REJECTED", "x", broker.MinioCleanup
	if diff := cmp.Diff(want, d); diff != "" {
		t.Errorf("the dead letter (-want +got):\n%s", diff)
	}
	if done, err := b.Redrive(ctx(t), dlq, []string{d.ID}); err != nil || len(done) != 0 {
		t.Errorf("redriven %v, %v", done, err)
	}
	waitPeek(t, b, 1)
}

// A message that crashed its consumers too often is buried by RabbitMQ itself.
func TestDeadByDeliveryLimit(t *testing.T) {
	t.Parallel()
	b, ch := bench(t)
	check(t, b.Bootstrap(ctx(t)))
	check(t, b.Publish(ctx(t), complete))
	for alive := true; alive; {
		d, ok, err := ch.Get(broker.MinioCleanupQueue, false)
		check(t, err)
		if ok {
			check(t, d.Nack(false, true))
			continue
		}
		q, err := ch.QueueDeclarePassive(dlq, true, false, false, false, nil)
		check(t, err)
		alive = q.Messages == 0
	}
	d := waitPeek(t, b, 1)[0]
	want := d
	want.Legible, want.Reason, want.Message.ID, want.Message.OperadorID = true, "DELIVERY_LIMIT", complete.ID, complete.OperadorID
	if diff := cmp.Diff(want, d); diff != "" {
		t.Errorf("the dead letter (-want +got):\n%s", diff)
	}
	done, err := b.Redrive(ctx(t), dlq, []string{d.ID})
	if err != nil || len(done) != 1 {
		t.Fatalf("redriven %v, %v", done, err)
	}
	if again := get(t, ch, broker.MinioCleanupQueue); again.Headers["x-intento"] != int64(1) {
		t.Errorf("came back with %v", again.Headers)
	}
}

// There are more than a look asks for: the oldest are shown, in their order, also after some of them have gone.
func TestManyDeadLetters(t *testing.T) {
	const most, beyond = 300, 30
	t.Parallel()
	b, ch := bench(t)
	check(t, b.Bootstrap(ctx(t)))
	check(t, ch.Confirm(false))
	var last *amqp.DeferredConfirmation
	for i := range most + beyond {
		m := complete
		m.ID = fmt.Sprintf("m%05d", i)
		p, err := rabbitbroker.Encode(m)
		check(t, err)
		last, err = ch.PublishWithDeferredConfirm(broker.DeadLetterExchange, dlq, true, false, p)
		check(t, err)
	}
	last.Wait()
	dead, behind, err := b.PeekDead(ctx(t), dlq, most)
	check(t, err)
	if len(dead) != most || behind != beyond || dead[0].Message.ID != "m00000" || dead[most-1].Message.ID != "m00299" {
		t.Fatalf("%d, %d behind, from %s to %s", len(dead), behind, dead[0].Message.ID, dead[len(dead)-1].Message.ID)
	}
	var ids []string
	for _, d := range dead[:2*beyond] {
		ids = append(ids, d.ID)
	}
	done, err := b.Redrive(ctx(t), dlq, ids)
	check(t, err)
	// A broker that is out of breath may close the connection, and then gives back what was in hand when it notices: that
	// is later than Redrive waits for. Until then a look finds fewer.
	for until := time.Now().Add(time.Minute); ; {
		dead, behind, err = b.PeekDead(ctx(t), dlq, most)
		check(t, err)
		if len(dead) >= most-beyond || time.Now().After(until) {
			break
		}
	}
	if len(done) != 2*beyond || behind != 0 || len(dead) != most-beyond {
		t.Fatalf("%d redriven, %d left, %d behind", len(done), len(dead), behind)
	}
	for i, d := range dead {
		if want := fmt.Sprintf("m%05d", i+2*beyond); d.Message.ID != want {
			t.Fatalf("at %d stands %s, want %s", i, d.Message.ID, want)
		}
	}
}

// Two processes look at the same dead letters. What one has in hand the other one's queue does not count: it waits for
// its turn, and does not take the queue for empty. A look that never ends holds nobody up for ever.
func TestTwoLookAtTheDead(t *testing.T) {
	const letters = 200
	t.Parallel()
	url := services.Vhost(t)
	one := openAt(t, url, brokertest.Config{Name: "one", Retry: policy, ConfirmTimeout: time.Minute})
	t.Cleanup(func() { check(t, one.Close()) })
	other := openAt(t, url, brokertest.Config{Name: "other", Retry: policy, ConfirmTimeout: time.Minute})
	t.Cleanup(func() { check(t, other.Close()) })
	check(t, one.Bootstrap(ctx(t)))
	bury(t, url, letters)
	looking, stop := context.WithCancel(ctx(t))
	done := make(chan struct{})
	go func() {
		defer close(done)
		for looking.Err() == nil {
			_, _, _ = one.PeekDead(looking, dlq, broker.MaxPeek)
		}
	}()
	t.Cleanup(func() { stop(); <-done })
	for range 4 {
		dead, behind, err := other.PeekDead(ctx(t), dlq, broker.MaxPeek)
		check(t, err)
		if len(dead) != letters || behind != 0 {
			t.Fatalf("%d of %d letters are seen beside another process's looks", len(dead), letters)
		}
		ids := []string{dead[0].ID, dead[letters-1].ID}
		if redriven, err := other.Redrive(ctx(t), dlq, ids); err != nil || len(redriven) != 2 {
			t.Fatalf("redriven %v, %v", redriven, err)
		}
		bury(t, url, 2)
	}
}

// bury puts letters into the dead-letter queue.
func bury(t *testing.T, url string, n int) {
	t.Helper()
	conn, err := amqp.Dial(url)
	check(t, err)
	defer func() { check(t, conn.Close()) }()
	ch, err := conn.Channel()
	check(t, err)
	check(t, ch.Confirm(false))
	var last *amqp.DeferredConfirmation
	for i := range n {
		m := complete
		m.ID = fmt.Sprintf("m%04d-%d", i, time.Now().UnixNano())
		p, err := rabbitbroker.Encode(m)
		check(t, err)
		last, err = ch.PublishWithDeferredConfirm(broker.DeadLetterExchange, dlq, true, false, p)
		check(t, err)
	}
	last.Wait()
}
