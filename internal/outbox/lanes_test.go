package outbox_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// leaderless is a broker one of whose queues does not answer.
type leaderless struct {
	broker.Publisher
	queue broker.Queue
	well  atomic.Bool
	asked chan struct{}
}

func (l *leaderless) Publish(ctx context.Context, m broker.Message) error {
	if !l.queue.Takes(m.Type) || l.well.Load() {
		return l.Publisher.Publish(ctx, m)
	}
	select {
	case l.asked <- struct{}{}:
	default:
	}
	if m.ID == "short" {
		return broker.ErrUnconfirmed
	}
	<-ctx.Done()
	return broker.ErrUnconfirmed
}

func queueOf(key string) broker.Queue {
	q, _ := broker.QueueFor(key)
	return q
}

func message(id, key string) broker.Message {
	return broker.Message{ID: id, Type: key, Intento: 1, Data: []byte(`{"version":1}`)}
}

// However many messages wait for a queue that does not answer, those to the others
// go out.
func TestAQueueThatDoesNotAnswerHoldsUpNoOther(t *testing.T) {
	mq := world.Broker(t, world.Config{})
	cfg := outbox.DefaultConfig
	cfg.PublishWithin = time.Hour
	stuck := &leaderless{Publisher: mq, queue: queueOf(broker.MinioCleanup), asked: make(chan struct{}, 1)}
	d := outbox.NewDispatcher(outbox.NewBoard(cfg, outbox.NewRuntime(time.Now)), stuck, world.NoMetrics{}, slog.New(slog.DiscardHandler))
	for range 2 * cfg.Queue {
		d.Enviar(message("m", broker.MinioCleanup))
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	heard, ready := make(chan string, 3), make(chan struct{})
	go func() {
		_ = mq.Listen(ctx, []string{"#"}, func(m broker.Message) { heard <- m.Type }, func() { close(ready) })
	}()
	<-ready
	for _, key := range []string{broker.DeletionRequested, broker.MetadataCleanup, broker.DeletionProgress} {
		d.Enviar(message("m", key))
		select {
		case got := <-heard:
			if got != key {
				t.Errorf("heard %s, want %s", got, key)
			}
		case <-time.After(5 * time.Minute):
			t.Fatalf("%s waits", key)
		}
	}
	stuck.well.Store(true) // so that the rest can be sent at the end
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A handler waits once for a queue that does not answer, not every time; and what
// goes out in the background in the end says that it answers again.
func TestAHandlerDoesNotWaitForALaneThatIsStuck(t *testing.T) {
	mq := world.Broker(t, world.Config{})
	stuck := &leaderless{Publisher: mq, queue: queueOf(broker.MinioCleanup), asked: make(chan struct{}, 1)}
	d := outbox.NewDispatcher(outbox.NewBoard(outbox.DefaultConfig, outbox.NewRuntime(time.Now)), stuck, world.NoMetrics{}, slog.New(slog.DiscardHandler))
	if outbox.Confirm(d, t.Context(), message("short", broker.MinioCleanup)) == nil {
		t.Fatal("delivered to a queue that does not answer")
	}
	<-stuck.asked
	if outbox.Confirm(d, t.Context(), message("short", broker.MinioCleanup)) == nil || len(stuck.asked) > 0 {
		t.Error("asked again, in the handler's time")
	}
	if err := outbox.Confirm(d, t.Context(), message("short", broker.MetadataCleanup)); err != nil {
		t.Errorf("to another queue: %v", err)
	}
	stuck.well.Store(true)
	d.Enviar(message("m", broker.MinioCleanup))
	d.PublishNext(t.Context())
	if err := outbox.Confirm(d, t.Context(), message("short", broker.MinioCleanup)); err != nil {
		t.Errorf("to a queue that answers again: %v", err)
	}
}
