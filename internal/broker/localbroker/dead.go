package localbroker

import (
	"context"
	"errors"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// PeekDead lists the dead letters that are kept; the others are counted. The unroutable queue is empty:
// the publisher is in this process, and got the error.
func (b *Broker) PeekDead(ctx context.Context, dlq string, max int) (dead []broker.DeadLetter, behind int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	q, err := b.queueOfDead(ctx, dlq)
	if q == nil {
		return nil, 0, err
	}
	n := min(max, len(q.dead))
	return slices.Clone(q.dead[:n]), q.deaths - n, nil
}

// Redrive moves dead letters back to their work queue.
func (b *Broker) Redrive(ctx context.Context, dlq string, ids []string) (done []string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	q, err := b.queueOfDead(ctx, dlq)
	if err != nil {
		return nil, err
	}
	if q == nil {
		return nil, errNoDLQ(dlq)
	}
	for _, id := range ids {
		i := slices.IndexFunc(q.dead, func(d broker.DeadLetter) bool { return d.ID == id })
		if i < 0 {
			continue
		}
		if q.full(b.cfg.MaxQueue) {
			return done, refused()
		}
		m := q.dead[i].Message
		m.Intento = 1
		q.push(m)
		q.dead = slices.Delete(q.dead, i, i+1)
		q.deaths--
		done = append(done, id)
	}
	return done, nil
}

// queueOfDead is nil without an error for the unroutable queue.
func (b *Broker) queueOfDead(ctx context.Context, dlq string) (*queue, error) {
	if ctx.Err() != nil {
		return nil, unavailable(ctx.Err())
	}
	if b.closed {
		return nil, unavailable(errClosed)
	}
	if q, known := broker.QueueOfDead(dlq); known {
		return b.queues[q.Name], nil
	}
	if dlq == broker.UnroutableQueue {
		return nil, nil
	}
	return nil, errNoDLQ(dlq)
}

func errNoDLQ(dlq string) error {
	return fault.Wrap(fault.NotFound, errors.New("localbroker: no such dead-letter queue: "+dlq))
}
