package localbroker

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Consume serves a work queue of package broker until ctx ends.
func (b *Broker) Consume(ctx context.Context, name string, h broker.Handler) error {
	q, known := b.queues[name]
	if !known {
		return fault.Wrap(fault.Internal, errors.New("localbroker: no such work queue: "+name))
	}
	var handlers sync.WaitGroup
	defer handlers.Wait()
	slots := make(chan struct{}, b.cfg.Prefetch)
	for {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		m, ok := b.next(ctx, q)
		if !ok {
			return nil
		}
		handlers.Go(func() {
			defer func() { <-slots }()
			b.handle(ctx, q, h, m)
		})
	}
}

// next waits for a message.
func (b *Broker) next(ctx context.Context, q *queue) (broker.Message, bool) {
	for ctx.Err() == nil {
		select {
		case <-q.ready:
		case <-ctx.Done():
			return broker.Message{}, false
		}
		b.mu.Lock()
		m, ok := q.pop()
		b.mu.Unlock()
		if ok {
			return m, true
		}
	}
	return broker.Message{}, false
}

func (b *Broker) handle(ctx context.Context, q *queue, h broker.Handler, m broker.Message) {
	v := broker.Execute(ctx, h, m, b.cfg.HandlerTimeout, b.cfg.Retry)
	v.Log(b.cfg.Log.With("componente", "localbroker", "cola", q.Name), m)
	b.mu.Lock()
	defer b.mu.Unlock()
	switch v.Outcome {
	case broker.Done:
	case broker.Retry:
		m.Intento++
		b.later(q, m, v.Delay)
	case broker.Dead:
		q.bury(m, string(v.Reason), b.cfg.Clock(), b.cfg.MaxDead)
	case broker.CutShort:
		q.pushFront(m)
	}
}

// later puts a message back after its delay. The caller holds the lock, so the
// timer is registered before it can fire.
func (b *Broker) later(q *queue, m broker.Message, delay time.Duration) {
	if b.closed {
		return
	}
	var timer *time.Timer
	timer = time.AfterFunc(delay, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.closed {
			return
		}
		delete(b.retries, timer)
		q.retrying--
		q.push(m)
	})
	b.retries[timer] = struct{}{}
	q.retrying++
}
