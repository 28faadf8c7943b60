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
	Publishers    int           // messages of each lane published at a time: the window of confirms
	Queue         int           // messages of each lane waiting in memory; more are left to the sweeper
	PublishWithin time.Duration // how long a message waits for a broker that is away: nearly as long as its saga's lease
	Window        int           // unfinished sagas, in all
	WindowEach    int           // unfinished sagas per operador and weight
	Sweep         time.Duration // pause between two looks at an operador that something is heard of
	Idle          time.Duration // longest pause between two looks at any other one
	Batch         int           // sagas leased per operador and round
	Weights       map[string]int
	Process       string // name of this process: whose a lease is; no personal data
}

// DefaultConfig is right for one server on small machines.
var DefaultConfig = Config{
	Publishers: 16, Queue: 1024, PublishWithin: 15 * time.Second,
	Window: 1024, WindowEach: 256, Sweep: 5 * time.Second, Idle: time.Minute, Batch: 32,
}

// Meter counts what the dispatcher does. All methods may be called at any time.
type Meter interface {
	Published(key, operadorID string)
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
	agenda *agenda
	census *census
	lanes  lanes
	rt     Runtime

	mu       sync.Mutex
	down     bool            // the last publish failed
	unrouted map[string]bool // keys whose last message came back
}

// NewDispatcher makes a Dispatcher; Run it.
func NewDispatcher(cfg Config, pub broker.Publisher, meter Meter, log *slog.Logger, now func() time.Time) *Dispatcher {
	return &Dispatcher{
		cfg: cfg, pub: pub, meter: meter, log: log, now: now,
		window: newWindow(cfg.Window, cfg.WindowEach, cfg.Weights), agenda: newAgenda(cfg.Sweep, cfg.Idle),
		census: newCensus(), lanes: newLanes(cfg.Queue), rt: realRuntime,
		unrouted: map[string]bool{},
	}
}

// Under puts another runtime in place of the real one, before anything runs.
func (d *Dispatcher) Under(rt Runtime) { d.rt = rt }

// Admitir takes a place in the window for a new saga, until hasta at the latest.
// An operador whose earlier sagas have waited in the store for a while gets none:
// who asks now would overtake them for as long as somebody asks.
func (d *Dispatcher) Admitir(operadorID, eventoID string, hasta time.Time) bool {
	now := d.now()
	since, waits := d.agenda.waits(operadorID)
	overtakes := waits && now.Sub(since) > d.cfg.Sweep
	if !d.isDown() && !overtakes && d.window.take(operadorID, eventoID, now, hasta) {
		return true
	}
	d.waits(operadorID, now)
	return false
}

// waits notes that work of an operador stays in the store for now.
func (d *Dispatcher) waits(operadorID string, now time.Time) {
	d.agenda.wait(operadorID, true, now)
	d.census.stir(operadorID)
}

// gather is how long freed places are gathered before the sweeper fills them.
const gather = 20 * time.Millisecond

// Soltar gives the place of a finished saga back.
func (d *Dispatcher) Soltar(eventoID string) {
	if d.window.release(eventoID) {
		d.agenda.wantWaiting(d.now().Add(gather))
	}
}

// Oido notes that something was heard of an operador's sagas, in whatever process:
// the sweeper looks at it at its pace.
func (d *Dispatcher) Oido(operadorID string) {
	d.agenda.want(operadorID, d.now().Add(d.pause(d.cfg.Sweep)))
}

// Perdido notes that events may have been missed.
func (d *Dispatcher) Perdido() {
	d.agenda.wantAll(func() time.Time { return d.now().Add(d.rt.Jitter(d.cfg.Sweep + 1)) })
}

// pause is a pause with jitter: several processes shall not look at the same time.
func (d *Dispatcher) pause(p time.Duration) time.Duration { return p*3/4 + d.rt.Jitter(p/2+1) }

// Enviar publishes in the background. A message that does not fit in memory is
// dropped: its saga is due in the store.
func (d *Dispatcher) Enviar(m broker.Message) {
	select {
	case d.lanes.of(m.Type).queue <- m:
	default:
		d.meter.PublishFailed(m.Type)
	}
}

// Entregar publishes one message now. While its lane does not move, that is left to
// the background: a handler that waits for it keeps other work from being done.
func (d *Dispatcher) Entregar(ctx context.Context, m broker.Message) error {
	if d.lanes.of(m.Type).stuck.Load() {
		return broker.ErrUnconfirmed
	}
	return d.once(ctx, m)
}

// Despertar makes the sweeper look at an operador at a moment at the latest.
func (d *Dispatcher) Despertar(operadorID string, cuando time.Time) {
	d.agenda.want(operadorID, cuando)
	d.census.stir(operadorID)
}

// Run publishes until ctx ends, then empties the queue within the grace that the
// broker's own confirm deadline gives.
func (d *Dispatcher) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	for _, l := range d.lanes {
		for range d.cfg.Publishers {
			wg.Go(func() { d.publisher(ctx, l) })
		}
	}
	wg.Wait()
	return nil
}

func (d *Dispatcher) publisher(ctx context.Context, l *lane) {
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

// drain sends what is left, once each.
func (d *Dispatcher) drain(l *lane) {
	ctx, cancel := context.WithTimeout(context.Background(), drainWithin)
	defer cancel()
	for {
		select {
		case m := <-l.queue:
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
	told := slog.LevelWarn // of the first failure: a long outage repeats itself
	for pause := retryPause; ; pause = min(2*pause, time.Second) {
		err := d.attempt(limit, m, told)
		told = slog.LevelDebug
		if err == nil || errors.Is(err, broker.ErrUnroutable) || !d.now().Before(until) || !d.rt.Wait(limit, pause, nil) {
			return
		}
	}
}

func (d *Dispatcher) once(ctx context.Context, m broker.Message) error {
	return d.attempt(ctx, m, slog.LevelWarn)
}

func (d *Dispatcher) attempt(ctx context.Context, m broker.Message, failure slog.Level) error {
	err := d.pub.Publish(ctx, m)
	d.route(m.Type, err)
	if err == nil || !errors.Is(ctx.Err(), context.Canceled) { // who was told to stop waiting has learned nothing
		d.setDown(err)
		d.lanes.of(m.Type).stuck.Store(errors.Is(err, broker.ErrUnconfirmed))
	}
	if err != nil {
		d.waits(m.OperadorID, d.now())
		d.meter.PublishFailed(m.Type)
		d.log.Log(ctx, failure, "message not published; the store keeps it due", "tipo", m.Type, "evento", m.SagaID, "error", err)
		return err
	}
	d.meter.Published(m.Type, m.OperadorID)
	return nil
}

// setDown remembers whether the broker takes messages; once it does again, what
// waited is looked at. An unroutable message says nothing about that.
func (d *Dispatcher) setDown(err error) {
	down := err != nil && !errors.Is(err, broker.ErrUnroutable)
	d.mu.Lock()
	back := d.down && !down
	d.down = down
	d.mu.Unlock()
	if back {
		d.agenda.wantWaiting(d.now())
	}
}

func (d *Dispatcher) isDown() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.down
}
