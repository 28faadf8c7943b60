package localbroker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Config bounds the broker. Zero values get the defaults named below.
type Config struct {
	Prefetch       int                // handlers at a time per Consume; 10
	HandlerTimeout time.Duration      // longest run of one handler; 30 s
	MaxQueue       int                // messages per work queue, those that wait for a retry included; broker.DefaultMaxQueue
	MaxEvents      int                // events a listener may lag behind before it hears of a gap; 10,000
	MaxDead        int                // dead letters kept per queue; broker.MaxPeek
	Retry          broker.RetryPolicy // broker.DefaultRetry
	Log            *slog.Logger       // slog.Default()
	Clock          func() time.Time   // time.Now
}

func (c Config) withDefaults() Config {
	c.Prefetch = cmp.Or(c.Prefetch, 10)
	c.HandlerTimeout = cmp.Or(c.HandlerTimeout, 30*time.Second)
	c.MaxQueue = cmp.Or(c.MaxQueue, broker.DefaultMaxQueue)
	c.MaxEvents = cmp.Or(c.MaxEvents, 10_000)
	c.MaxDead = cmp.Or(c.MaxDead, broker.MaxPeek)
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Retry.MaxAttempts == 0 {
		c.Retry = broker.DefaultRetry
	}
	return c
}

var errClosed = errors.New("localbroker: closed")

// Broker is the whole broker.
type Broker struct {
	cfg Config

	mu        sync.Mutex
	closed    bool
	queues    map[string]*queue
	listeners map[*listener]struct{}
	retries   map[*time.Timer]struct{}
}

var _ broker.Broker = (*Broker)(nil)

// New makes a broker with the topology of package broker.
func New(cfg Config) *Broker {
	b := &Broker{
		cfg: cfg.withDefaults(), queues: map[string]*queue{},
		listeners: map[*listener]struct{}{}, retries: map[*time.Timer]struct{}{},
	}
	for _, q := range broker.Queues {
		b.queues[q.Name] = newQueue(q)
	}
	return b
}

// Publish hands m to the work queues and the listeners of its key. It never
// waits. A full work queue takes nothing, and then nobody else does either.
func (b *Broker) Publish(ctx context.Context, m broker.Message) error {
	if err := m.Check(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return unavailable(ctx.Err())
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return unavailable(errClosed)
	}
	takers, err := b.takers(m.Type)
	if err != nil {
		return err
	}
	m.Time = m.Time.UTC()
	for _, q := range takers {
		q.push(m)
	}
	heard := b.tell(m)
	if len(takers) == 0 && heard == 0 && !broker.IsPureEvent(m.Type) {
		return fault.Wrap(fault.Internal, broker.ErrUnroutable)
	}
	return nil
}

func (b *Broker) takers(key string) ([]*queue, error) {
	var takers []*queue
	for _, q := range b.queues {
		if !q.Takes(key) {
			continue
		}
		if q.full(b.cfg.MaxQueue) {
			return nil, refused()
		}
		takers = append(takers, q)
	}
	return takers, nil
}

// Bootstrap has nothing to declare.
func (b *Broker) Bootstrap(ctx context.Context) error { return b.Ready(ctx) }

// Ready is nil until Close.
func (b *Broker) Ready(context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return unavailable(errClosed)
	}
	return nil
}

// DeadLetters counts them, those no longer kept included. The
// unroutable queue is empty: the publisher is in this process, and got the error.
func (b *Broker) DeadLetters(ctx context.Context) ([]broker.QueueStats, error) {
	if err := b.Ready(ctx); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	var stats []broker.QueueStats
	for _, q := range broker.Queues {
		stats = append(stats, broker.QueueStats{Name: q.DLQ, Messages: b.queues[q.Name].deaths})
	}
	return append(stats, broker.QueueStats{Name: broker.UnroutableQueue}), nil
}

// Close refuses later messages, and drops waiting ones.
func (b *Broker) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	for timer := range b.retries {
		timer.Stop()
	}
	clear(b.retries)
	return nil
}

func refused() error { return fault.Wrap(fault.Unavailable, broker.ErrFull) }

func unavailable(cause error) error {
	return fault.Wrap(fault.Unavailable, fmt.Errorf("%w: %w", broker.ErrUnavailable, cause))
}
