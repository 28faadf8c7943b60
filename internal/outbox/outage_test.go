package outbox_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// A lease that fails cuts none short that is under way: the write may count, and
// the saga would wait for the end of a lease that nobody knows of. Nothing more is
// begun.
func TestAFailureCutsNoLeaseShort(t *testing.T) {
	var begun, cut atomic.Int64
	failed := make(chan struct{})
	err := outbox.Each(t.Context(), 100, func(ctx context.Context, i int) error {
		begun.Add(1)
		if i == 0 {
			defer close(failed)
			return errors.New("broker gone")
		}
		<-failed
		if ctx.Err() != nil {
			cut.Add(1)
		}
		return nil
	})
	if err == nil || cut.Load() > 0 || begun.Load() > 40 {
		t.Errorf("error %v, %d cut short, %d of 100 begun", err, cut.Load(), begun.Load())
	}
	ctx, stop := context.WithCancel(t.Context())
	begun.Store(0)
	err = outbox.Each(ctx, 100, func(ctx context.Context, _ int) error {
		begun.Add(1)
		stop()
		return ctx.Err()
	})
	if err != nil || begun.Load() == 0 || begun.Load() > 40 {
		t.Errorf("stopped: error %v, %d of 100 begun", err, begun.Load())
	}
}

// away is a broker that cannot be reached before a moment.
type away struct {
	broker.Publisher
	back func() bool
}

func (a away) Publish(ctx context.Context, m broker.Message) error {
	if !a.back() {
		return broker.ErrUnavailable
	}
	return a.Publisher.Publish(ctx, m)
}

// A message waits in memory for a broker that is away for ten seconds: it needs no
// lease to run out.
func TestAMessageWaitsForTheBroker(t *testing.T) {
	var mu sync.Mutex
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	comesBack := now.Add(10 * time.Second)
	clock := func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
	mq := world.Broker(t, world.Config{})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	heard := make(chan string, 1)
	ready := make(chan struct{})
	go func() {
		_ = mq.Listen(ctx, []string{broker.DeletionCompleted}, func(m broker.Message) { heard <- m.ID }, func() { close(ready) })
	}()
	<-ready
	board := outbox.NewBoard(outbox.DefaultConfig, outbox.Runtime{Clock: clock, Wait: func(ctx context.Context, d time.Duration, _ <-chan struct{}) bool {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(d)
		return ctx.Err() == nil
	}})
	d := outbox.NewDispatcher(board, away{mq, func() bool { return !clock().Before(comesBack) }}, world.NoMetrics{}, slog.New(slog.DiscardHandler))
	d.Enviar(broker.Message{ID: "1", Type: broker.DeletionCompleted, Intento: 1, Data: []byte(`{"version":1}`)})
	d.PublishNext(ctx)
	select {
	case <-heard:
	case <-time.After(5 * time.Minute):
		t.Fatal("the message was given up")
	}
	if outbox.IsDown(board) {
		t.Error("the broker took a message and counts as away")
	}
}

// A publish that was told to stop waiting has learned nothing of the broker.
func TestACancelledPublishTellsNothing(t *testing.T) {
	board := outbox.NewBoard(outbox.DefaultConfig, outbox.NewRuntime(time.Now))
	d := outbox.NewDispatcher(board, away{nil, func() bool { return false }}, world.NoMetrics{}, slog.New(slog.DiscardHandler))
	m := broker.Message{ID: "1", Type: broker.DeletionCompleted, Intento: 1, Data: []byte(`{"version":1}`)}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _ = outbox.Confirm(d, ctx, m); outbox.IsDown(board) {
		t.Error("a cancelled publish made the broker count as away")
	}
	if _ = outbox.Confirm(d, t.Context(), m); !outbox.IsDown(board) {
		t.Error("a broker that cannot be reached does not count as away")
	}
	if _ = outbox.Confirm(d, ctx, m); !outbox.IsDown(board) {
		t.Error("a cancelled publish made the broker count as there")
	}
}

// A process that does not sweep hears of no end of a wait: whatever it once failed to send keeps nothing back.
func TestAProcessWithoutASweeperGoesOnAdmitting(t *testing.T) {
	now := time.Now()
	rt := outbox.NewRuntime(func() time.Time { return now })
	cfg := outbox.DefaultConfig
	cfg.Roles = role.Set{role.API}
	b := outbox.NewBoard(cfg, rt)
	d := outbox.NewDispatcher(b, absent{}, world.NoMetrics{}, slog.New(slog.DiscardHandler))
	for _, operadorID := range []string{"op", ""} { // news of documents are of no operador
		if err := d.Send(t.Context(), broker.Message{ID: "m", Type: broker.DeletionProgress, OperadorID: operadorID}); err == nil {
			t.Fatal("a broker that is away took a message")
		}
	}
	now = now.Add(time.Hour)
	if !admits(b, "op", "e1") {
		t.Error("an hour after a message was not sent, no deletion is admitted")
	}
	if got, _ := b.Figures(); len(got) > 0 {
		t.Errorf("figures of %+v", got)
	}
}
