package rabbitbroker_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/brokertest"
	"github.com/carpeta-ciudadana/servidor/internal/broker/rabbitbroker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

var policy = broker.RetryPolicy{MaxAttempts: 3, Delays: []time.Duration{50 * time.Millisecond, 100 * time.Millisecond}}

// bench is a broker beside a stranger's channel to the same virtual host.
func bench(t *testing.T) (broker.Broker, *amqp.Channel) {
	t.Helper()
	url := services.Vhost(t)
	b := openAt(t, url, brokertest.Config{Name: "t", Retry: policy, ConfirmTimeout: time.Minute})
	t.Cleanup(func() { check(t, b.Close()) })
	conn, err := amqp.Dial(url)
	check(t, err)
	t.Cleanup(func() { check(t, conn.Close()) })
	ch, err := conn.Channel()
	check(t, err)
	return b, ch
}

func consume(t *testing.T, b broker.Broker, h broker.Handler) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.Consume(ctx, broker.MinioCleanupQueue, h) }()
	t.Cleanup(func() { stop(); check(t, <-done) })
}

// get waits for the first message of a queue.
func get(t *testing.T, ch *amqp.Channel, queue string) (d amqp.Delivery) {
	t.Helper()
	eventually(t, "a message in "+queue, func() (ok bool) {
		var err error
		d, ok, err = ch.Get(queue, true)
		check(t, err)
		return ok
	})
	return d
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for timeout := time.After(5 * time.Minute); !holds(); {
		select {
		case <-tick.C:
		case <-timeout:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// What a stranger sends to nowhere is kept for the operator; mandatory or not.
func TestForeignUnroutable(t *testing.T) {
	t.Parallel()
	b, ch := bench(t)
	check(t, b.Bootstrap(ctx(t)))
	check(t, ch.Publish(broker.Exchange, "documento.nadie", true, false, amqp.Publishing{Body: []byte("hola")}))
	d := get(t, ch, broker.UnroutableQueue)
	if diff := cmp.Diff([]string{"hola", "documento.nadie"}, []string{string(d.Body), d.RoutingKey}); diff != "" {
		t.Errorf("kept: body, routing key (-want +got):\n%s", diff)
	}
}

func TestIllegibleMessage(t *testing.T) {
	t.Parallel()
	b, ch := bench(t)
	check(t, b.Bootstrap(ctx(t)))
	consume(t, b, func(context.Context, broker.Message) error { t.Error("handled"); return nil })
	check(t, ch.Publish(broker.Exchange, broker.MinioCleanup, false, false,
		amqp.Publishing{MessageId: "x", Body: []byte("no"), Headers: amqp.Table{"suyo": "1"}}))
	d := get(t, ch, "minio.cleanup.dlq")
	got := []any{string(d.Body), d.MessageId, d.Headers["suyo"], d.Headers["x-first-death-reason"]}
	if diff := cmp.Diff([]any{"no", "x", "1", "rejected"}, got); diff != "" {
		t.Errorf("dead letter: body, id, own header, reason (-want +got):\n%s", diff)
	}
}

// A broker without memory takes no messages and says so once, and is not ready;
// consumers and questions go on, since they have connections of their own.
func TestMemoryAlarm(t *testing.T) {
	r := services.FragileRabbit(t)
	b := openAt(t, newOwn(t, r).url, brokertest.Config{Name: "t", Retry: policy, ConfirmTimeout: 500 * time.Millisecond})
	t.Cleanup(func() { check(t, b.Close()) })
	watermark := func(v string) {
		_, err := r.Ctl(ctx(t), "set_vm_memory_high_watermark", v)
		check(t, err)
	}
	eventually(t, "a publish", func() bool { return b.Publish(ctx(t), complete) == nil })
	watermark("0")
	eventually(t, "a refusal that names the cause", func() bool {
		err := b.Publish(ctx(t), complete)
		return err != nil && strings.Contains(err.Error(), "memory")
	})
	if err := b.Ready(ctx(t)); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("ready for messages: %v", err)
	}
	_, err := b.DeadLetters(ctx(t))
	check(t, err)
	var handled atomic.Int32
	consume(t, b, func(context.Context, broker.Message) error { handled.Add(1); return nil })
	eventually(t, "a delivery", func() bool { return handled.Load() > 0 })
	watermark("0.8")
	eventually(t, "a publish after the alarm", func() bool { return b.Publish(ctx(t), complete) == nil })
}

func TestDeadLetterNamesTheCodeOnly(t *testing.T) {
	t.Parallel()
	b, ch := bench(t)
	consume(t, b, func(context.Context, broker.Message) error {
		return fault.New(fault.NotFound, "de Ana").Because(errors.New("Ana"))
	})
	check(t, b.Publish(ctx(t), complete))
	d := get(t, ch, "minio.cleanup.dlq")
	if d.Headers["x-motivo"] != string(fault.NotFound) || d.Headers["x-cola"] != broker.MinioCleanupQueue {
		t.Errorf("headers %v", d.Headers)
	}
	for k, v := range d.Headers {
		if s, ok := v.(string); ok && strings.Contains(s, "Ana") {
			t.Errorf("%s: %s", k, s)
		}
	}
	m, err := rabbitbroker.Decode(d)
	check(t, err)
	if diff := cmp.Diff(complete, m); diff != "" {
		t.Errorf("it would be sent again otherwise (-sent +again):\n%s", diff)
	}
}

// An operator deletes queues under a running consumer: it declares them again.
func TestDeletedQueuesComeBack(t *testing.T) {
	t.Parallel()
	b, ch := bench(t)
	var handled atomic.Int32
	consume(t, b, func(_ context.Context, m broker.Message) error {
		if m.Intento == 1 {
			return fault.New(fault.Unavailable, "x")
		}
		handled.Add(1)
		return nil
	})
	once := complete
	once.Intento = 1
	for i, queue := range []string{"minio.cleanup.queue.retry.50ms", broker.MinioCleanupQueue} {
		if i == 0 {
			check(t, b.Bootstrap(ctx(t)))
		}
		_, err := ch.QueueDelete(queue, false, false, false)
		check(t, err)
		eventually(t, "a publish that is routed", func() bool { return b.Publish(ctx(t), once) == nil })
		eventually(t, "the second attempt after the loss of "+queue, func() bool { return int(handled.Load()) > i })
	}
}

// RabbitMQ cannot change a queue's arguments: somebody has to be told.
func TestOtherArguments(t *testing.T) {
	t.Parallel()
	b, ch := bench(t)
	_, err := ch.QueueDeclare(broker.MinioCleanupQueue, true, false, false, false, nil)
	check(t, err)
	err = b.Bootstrap(ctx(t))
	if !errors.Is(err, fault.Conflict) || !strings.Contains(err.Error(), broker.MinioCleanupQueue) {
		t.Errorf("bootstrap: %v", err)
	}
	if err := b.Publish(ctx(t), complete); !errors.Is(err, broker.ErrUnavailable) {
		t.Errorf("publish: %v", err)
	}
}

// The arguments are part of the contract with operators: another value for any
// of them needs a new queue name. Messages of a work queue and dead letters have no end.
func TestArguments(t *testing.T) {
	t.Parallel()
	b, ch := bench(t)
	check(t, b.Bootstrap(ctx(t)))
	const quorum, limit, most = "quorum", int32(20), int32(1_000_000)
	declare := func(name string, args amqp.Table) {
		t.Helper()
		if _, err := ch.QueueDeclare(name, true, false, false, false, args); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	for _, q := range broker.Queues {
		declare(q.Name, amqp.Table{"x-queue-type": quorum, "x-overflow": "reject-publish", "x-max-length": most, "x-delivery-limit": limit,
			"x-dead-letter-strategy": "at-least-once", "x-dead-letter-exchange": broker.DeadLetterExchange, "x-dead-letter-routing-key": q.DLQ})
		declare(q.Name+".retry.50ms", amqp.Table{"x-queue-type": quorum, "x-overflow": "reject-publish", "x-max-length": most, "x-message-ttl": int32(50),
			"x-dead-letter-strategy": "at-least-once", "x-dead-letter-exchange": "", "x-dead-letter-routing-key": q.Name})
		declare(q.DLQ, amqp.Table{"x-queue-type": quorum, "x-delivery-limit": int32(1<<31 - 1)})
	}
}

func TestConfigNamesNoPassword(t *testing.T) {
	for _, url := range []string{"", "http://u:secreto@h/", "amqp://u:secreto@h:puerto/", "amqp://u:secreto%zz@h/"} {
		if _, err := rabbitbroker.New(rabbitbroker.Config{URLs: []string{url}}); err == nil || strings.Contains(err.Error(), "secreto") {
			t.Errorf("%q: %v", url, err)
		}
	}
}

func TestConfigRefuses(t *testing.T) {
	for name, cfg := range map[string]rabbitbroker.Config{
		"prefetch": {Prefetch: -1},
		"window":   {Window: -1},
		"delay":    {Retry: broker.RetryPolicy{MaxAttempts: 2, Delays: []time.Duration{time.Microsecond}}},
	} {
		cfg.URLs = []string{"amqp://localhost/"}
		if _, err := rabbitbroker.New(cfg); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestCloseUnused(t *testing.T) {
	b, err := rabbitbroker.New(rabbitbroker.Config{URLs: []string{"amqp://localhost:1/"}})
	check(t, err)
	check(t, b.Close())
	if err := b.Publish(ctx(t), complete); !errors.Is(err, broker.ErrUnavailable) {
		t.Errorf("publish after Close: %v", err)
	}
}
