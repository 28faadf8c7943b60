// Package outbox publishes what the store says is due. A saga is published at
// once after its commit; whatever that misses — a dead process, a broker that was
// down or lost the message, a full window — is still due in the store, and the
// sweeper leases and publishes it again. There is no other recovery path.
package outbox

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// Config bounds the dispatcher.
type Config struct {
	Publishers    int           // messages published at a time: the window of confirms
	Queue         int           // messages waiting in memory; more are left to the sweeper
	PublishWithin time.Duration // how long a message waits for a broker that is away
	Window        int           // unfinished sagas, in all
	WindowEach    int           // unfinished sagas per operador
	Sweep         time.Duration // longest pause between two sweeps
	Batch         int           // sagas leased per operador and round
	Weights       map[string]int
}

// DefaultConfig is right for one server on small machines.
var DefaultConfig = Config{
	Publishers: 64, Queue: 4096, PublishWithin: 10 * time.Second,
	Window: 1024, WindowEach: 256, Sweep: 5 * time.Second, Batch: 32,
}

// Meter counts what the dispatcher does. All methods may be called at any time.
type Meter interface {
	Published(key string)
	PublishFailed(key string)
	Swept(n int)
}

// Dispatcher sends messages in the background: eliminacion.Despacho.
type Dispatcher struct {
	cfg    Config
	pub    broker.Publisher
	meter  Meter
	log    *slog.Logger
	now    func() time.Time
	window *window
	queue  chan broker.Message
	wake   chan struct{}
	rt     Runtime

	mu      sync.Mutex
	next    time.Time // when the sweeper is wanted; zero if only at its pace
	down    bool      // the last publish failed
	backlog bool      // work waits in the store for room in the window
}

// NewDispatcher makes a Dispatcher; Run it.
func NewDispatcher(cfg Config, pub broker.Publisher, meter Meter, log *slog.Logger, now func() time.Time) *Dispatcher {
	return &Dispatcher{
		cfg: cfg, pub: pub, meter: meter, log: log, now: now,
		window: newWindow(cfg.Window, cfg.WindowEach),
		queue:  make(chan broker.Message, cfg.Queue), wake: make(chan struct{}, 1),
		rt: realRuntime,
	}
}

// Under puts another runtime in place of the real one, before anything runs.
func (d *Dispatcher) Under(rt Runtime) { d.rt = rt }

// Admitir takes a place in the window for a new saga, until hasta at the latest.
func (d *Dispatcher) Admitir(operadorID, eventoID string, hasta time.Time) bool {
	if !d.isDown() && d.window.take(operadorID, eventoID, d.now(), hasta) {
		return true
	}
	d.setBacklog(true)
	return false
}

// gather is how long freed places are gathered before the sweeper fills them.
const gather = 20 * time.Millisecond

// Soltar gives the place of a finished saga back.
func (d *Dispatcher) Soltar(eventoID string) {
	if d.window.release(eventoID) && d.hasBacklog() {
		d.Despertar(d.now().Add(gather))
	}
}

func (d *Dispatcher) setBacklog(b bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.backlog = b
}

func (d *Dispatcher) hasBacklog() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.backlog
}

// Enviar publishes in the background. A message that does not fit in memory is
// dropped: its saga is due in the store.
func (d *Dispatcher) Enviar(m broker.Message) {
	select {
	case d.queue <- m:
	default:
		d.meter.PublishFailed(m.Type)
	}
}

// Despertar makes the sweeper look at a moment at the latest.
func (d *Dispatcher) Despertar(cuando time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.next.IsZero() || cuando.Before(d.next) {
		d.next = cuando
		select {
		case d.wake <- struct{}{}:
		default:
		}
	}
}

// Run publishes until ctx ends, then empties the queue within the grace that the
// broker's own confirm deadline gives.
func (d *Dispatcher) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	for range d.cfg.Publishers {
		wg.Go(func() { d.publisher(ctx) })
	}
	wg.Wait()
	return nil
}

func (d *Dispatcher) publisher(ctx context.Context) {
	for {
		select {
		case m := <-d.queue:
			d.publish(ctx, m)
		case <-ctx.Done():
			d.drain()
			return
		}
	}
}

// PublishNext publishes the oldest message that waits in memory, if there is one.
func (d *Dispatcher) PublishNext(ctx context.Context) {
	select {
	case m := <-d.queue:
		d.publish(ctx, m)
	default:
	}
}

// drain sends what is left, once each.
func (d *Dispatcher) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), drainWithin)
	defer cancel()
	for {
		select {
		case m := <-d.queue:
			_ = d.once(ctx, m) // counted and logged there
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
	until := d.now().Add(d.cfg.PublishWithin)
	for pause := retryPause; ; pause = min(2*pause, time.Second) {
		err := d.once(limit, m)
		if err == nil || errors.Is(err, broker.ErrUnroutable) || !d.now().Before(until) || !d.rt.Wait(limit, pause, nil) {
			return
		}
	}
}

func (d *Dispatcher) once(ctx context.Context, m broker.Message) error {
	err := d.pub.Publish(ctx, m)
	d.setDown(err)
	if err != nil {
		d.meter.PublishFailed(m.Type)
		d.log.Warn("message not published; the store keeps it due", "tipo", m.Type, "evento", m.SagaID, "error", err)
		return err
	}
	d.meter.Published(m.Type)
	return nil
}

// setDown remembers whether the broker takes messages. An unroutable message
// says nothing about that.
func (d *Dispatcher) setDown(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.down = err != nil && !errors.Is(err, broker.ErrUnroutable) && !errors.Is(err, context.Canceled)
}

func (d *Dispatcher) isDown() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.down
}
