package outbox

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Dispatcher sends messages in the background. Together with the Board it is
// eliminacion.Cola.
type Dispatcher struct {
	*Board
	publisher broker.Publisher
	metrics   Metrics
	log       *slog.Logger
	lanes     lanes
}

var _ eliminacion.Cola = (*Dispatcher)(nil)

// NewDispatcher makes a Dispatcher; Run it.
func NewDispatcher(board *Board, publisher broker.Publisher, metrics Metrics, log *slog.Logger) *Dispatcher {
	return &Dispatcher{Board: board, publisher: publisher, metrics: metrics, log: log, lanes: newLanes(board.cfg.Queue)}
}

// Enviar publishes in the background. A message that does not fit in memory is
// dropped: its saga is due in the store.
func (d *Dispatcher) Enviar(m broker.Message) {
	select {
	case d.lanes.of(m.Type).queue <- m:
		if d.rt.Queued != nil {
			d.rt.Queued(m)
		}
	default:
		d.metrics.PublishFailed(m.Type)
	}
}

// Run publishes until ctx ends, then empties the queue within the grace that the
// broker's own confirm deadline gives.
func (d *Dispatcher) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	for _, l := range d.lanes {
		for range d.cfg.Publishers {
			wg.Go(func() { d.work(ctx, l) })
		}
	}
	wg.Wait()
	return nil
}

// work publishes what one lane gets, until ctx ends.
func (d *Dispatcher) work(ctx context.Context, l *lane) {
	for {
		select {
		case m := <-l.queue:
			d.publish(ctx, m)
		case <-ctx.Done():
			d.drain(l)
			return
		}
	}
}

// PublishNext publishes the oldest message that waits in a lane, if there is one.
func (d *Dispatcher) PublishNext(ctx context.Context) {
	for _, l := range d.lanes {
		select {
		case m := <-l.queue:
			d.publish(ctx, m)
			return
		default:
		}
	}
}

// drain sends the remaining messages, once each.
func (d *Dispatcher) drain(l *lane) {
	ctx, cancel := context.WithTimeout(context.Background(), drainWithin)
	defer cancel()
	for {
		select {
		case m := <-l.queue:
			_ = d.Send(ctx, m) // counted and logged there
		default:
			return
		}
	}
}

const (
	drainWithin = 5 * time.Second
	retryPause  = 100 * time.Millisecond
)

// publish tries until the broker has the message or the sweeper's turn comes.
func (d *Dispatcher) publish(ctx context.Context, m broker.Message) {
	limit, cancel := context.WithTimeout(ctx, d.cfg.PublishWithin)
	defer cancel()
	until := d.rt.Clock().Add(d.cfg.PublishWithin)
	level := slog.LevelWarn // the first failure only: a long outage repeats itself
	for pause := retryPause; ; pause = min(2*pause, time.Second) {
		err := d.attempt(limit, m, level)
		level = slog.LevelDebug
		if err == nil || errors.Is(err, broker.ErrUnroutable) || errors.Is(err, ErrUnattended) || !d.rt.Clock().Before(until) || !d.rt.Wait(limit, pause, nil) {
			return
		}
	}
}

// Send publishes one message now, whatever became of the last one.
func (d *Dispatcher) Send(ctx context.Context, m broker.Message) error {
	return d.attempt(ctx, m, slog.LevelWarn)
}

func (d *Dispatcher) attempt(ctx context.Context, m broker.Message, failure slog.Level) error {
	if d.unattended(m.Type) {
		d.leave(m.OperadorID, d.rt.Clock())
		return ErrUnattended // Presence logs the missing role
	}
	err := d.publisher.Publish(ctx, m)
	d.link.route(m.Type, err)
	news := d.filled(m.Type, err)
	if errors.Is(err, broker.ErrFull) {
		d.metrics.PublishRefused(m.Type)
		if !news {
			failure = slog.LevelDebug // a full queue is logged once
		}
	}
	if err == nil || !errors.Is(ctx.Err(), context.Canceled) { // a cancelled publish says nothing about the broker
		d.answered(err)
		d.lanes.of(m.Type).stuck.Store(errors.Is(err, broker.ErrUnconfirmed))
	}
	if err != nil {
		d.leave(m.OperadorID, d.rt.Clock())
		d.metrics.PublishFailed(m.Type)
		d.log.Log(ctx, failure, "message not published; the store keeps it due", "tipo", m.Type, "evento", m.SagaID, "error", err)
		return err
	}
	d.metrics.Published(m.Type, m.OperadorID)
	return nil
}
