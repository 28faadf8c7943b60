package rabbitbroker

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

const settlePause = 500 * time.Millisecond

var errCancelled = errors.New("rabbitbroker: the broker ended the subscription (queue deleted, or the connection lost)")

// consumer is one Consume. Its handlers outlive a lost connection: their work
// counts, and the repeat finds it done. The slots bound them over reconnects.
type consumer struct {
	b        *Broker
	queue    broker.Queue
	handler  broker.Handler
	log      *slog.Logger
	slots    chan struct{}
	handlers sync.WaitGroup
}

// Consume serves a work queue of package broker until ctx ends.
func (b *Broker) Consume(ctx context.Context, queue string, h broker.Handler) error {
	q, known := broker.FindQueue(queue)
	if !known {
		return fault.Wrap(fault.Internal, errors.New("rabbitbroker: no such work queue: "+queue))
	}
	c := &consumer{
		b: b, queue: q, handler: h, slots: make(chan struct{}, b.cfg.Prefetch),
		log: b.cfg.Log.With("componente", "rabbitbroker", "cola", q.Name),
	}
	b.supervisor("consume "+queue).run(ctx, c.session)
	c.handlers.Wait() // those of a connection that was lost before
	return nil
}

func (c *consumer) session(ctx context.Context, l *link) error {
	s := &subscription{consumer: c, link: l, tag: "carpeta", broken: make(chan struct{}, 1)}
	deliveries, err := s.open(ctx)
	if err != nil {
		return err
	}
	err = s.serve(ctx, deliveries)
	if ctx.Err() != nil {
		s.drain(ctx)
	}
	return err
}

// subscription is a consumer's share of one connection.
type subscription struct {
	*consumer
	link   *link
	ch     *amqp.Channel
	tag    string
	broken chan struct{} // buffered: a handler found the topology broken
}

func (s *subscription) open(ctx context.Context) (deliveries <-chan amqp.Delivery, err error) {
	err = s.link.bounded(ctx, func() error {
		if s.ch, err = s.link.Channel(); err != nil {
			return err
		}
		if err = s.ch.Qos(s.b.cfg.Prefetch, 0, false); err != nil {
			return err
		}
		deliveries, err = s.ch.Consume(s.queue.Name, s.tag, false, false, false, false, nil)
		return err
	})
	if err != nil {
		return nil, classify(err)
	}
	return deliveries, nil
}

// serve hands out deliveries until ctx ends or the channel does. What was
// prefetched and not begun stays unacknowledged: closing the link returns it.
func (s *subscription) serve(ctx context.Context, deliveries <-chan amqp.Delivery) error {
	for {
		select {
		case s.slots <- struct{}{}:
		case <-ctx.Done():
			return nil
		case <-s.link.lost:
			return errCancelled
		case <-s.broken:
			return broker.ErrUnroutable
		}
		select {
		case d, ok := <-deliveries:
			if !ok {
				<-s.slots
				return errCancelled
			}
			s.handlers.Go(func() {
				defer func() { <-s.slots }()
				s.handle(ctx, d)
			})
		case <-s.broken:
			<-s.slots
			return broker.ErrUnroutable
		case <-ctx.Done():
			<-s.slots
			return nil
		}
	}
}

// drain ends the subscription and waits for the handlers while the link still
// stands, so that finished messages are acknowledged.
func (s *subscription) drain(ctx context.Context) {
	_ = s.link.bounded(context.WithoutCancel(ctx), func() error { return s.ch.Cancel(s.tag, false) })
	s.handlers.Wait()
}

func (s *subscription) handle(ctx context.Context, d amqp.Delivery) {
	m, err := Decode(d)
	if err != nil {
		s.log.Error("message that nobody can read goes to the dead letters", "messageId", d.MessageId, "error", err)
		s.reject(d)
		return
	}
	for again := true; again; {
		again = s.attempt(ctx, d, &m)
	}
}

// attempt executes a message once, and reports whether to do it again here: if its
// retry queue is full, its delay passes in our hands. Work that waited for room there
// could wait for ever: what fills the retry queue waits for room in the work queue.
func (s *subscription) attempt(ctx context.Context, d amqp.Delivery, m *broker.Message) (again bool) {
	v := broker.Execute(ctx, s.handler, *m, s.b.cfg.HandlerTimeout, s.b.cfg.Retry)
	v.Log(s.log, *m)
	switch v.Outcome {
	case broker.Done:
		s.ack(d)
	case broker.Retry:
		m.Intento++
		return s.replace(ctx, d, s.retry(*m, v.Delay)) && s.pause(ctx, v.Delay)
	case broker.Dead:
		for s.replace(ctx, d, s.dead(*m, v.Reason)) && s.pause(ctx, settlePause) {
		}
	case broker.CutShort: // unacknowledged, so delivered again
	}
	return false
}

// pause reports false if the delivery is no longer ours.
func (s *subscription) pause(ctx context.Context, d time.Duration) bool {
	return service.PauseOr(ctx, d, s.link.lost) == nil && !s.link.IsClosed()
}

// replace acknowledges a delivery once its copy is confirmed. Until then it
// stays the broker's; it tries for as long as the delivery is ours, unless the copy's
// queue is full.
func (s *subscription) replace(ctx context.Context, d amqp.Delivery, copied parcel) (full bool) {
	for {
		err := s.b.pubs[s.queue.Name].publish(ctx, copied)
		switch {
		case err == nil:
			s.ack(d)
			return false
		case errors.Is(err, broker.ErrFull):
			return true
		case errors.Is(err, broker.ErrUnroutable):
			// A tier or the dead-letter queue is gone: a new session declares it.
			select {
			case s.broken <- struct{}{}:
			default:
			}
			return false
		}
		s.log.Warn("copy of a failed message not confirmed; trying again", "messageId", d.MessageId, "a", copied.key, "error", err)
		if !s.pause(ctx, settlePause) {
			return false
		}
	}
}

// ack: if it does not arrive, the message is delivered again, and its handler
// finds the work done.
func (s *subscription) ack(d amqp.Delivery) {
	if err := d.Ack(false); err != nil {
		s.log.Debug("acknowledgement lost; the message comes again", "messageId", d.MessageId, "error", err)
	}
}

// reject has the broker itself move a message, as it is, to the dead letters:
// an unreadable message may not even fit into a publishing of ours.
func (s *subscription) reject(d amqp.Delivery) {
	if err := d.Reject(false); err != nil {
		s.log.Debug("rejection lost; the message comes again", "messageId", d.MessageId, "error", err)
	}
}
