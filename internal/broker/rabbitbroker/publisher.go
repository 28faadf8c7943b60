package rabbitbroker

import (
	"context"
	"errors"
	"sync"

	amqp "github.com/rabbitmq/amqp091-go"
)

// parcel is a message with its address.
type parcel struct {
	exchange, key string
	mandatory     bool
	content       amqp.Publishing
}

// publisher keeps one publishing connection. It dials on first use.
//
//	connecting ──▶ up ──▶ down (pause) ──▶ connecting …
//
// While it is connecting a Publish waits; while it is down a Publish fails at
// once, so that a caller with a queue of its own is not held up.
type publisher struct {
	cfg  Config
	boss *supervisor

	start sync.Once
	ctx   context.Context // of the supervisor: its life, not a request's
	stop  context.CancelFunc
	done  sync.WaitGroup

	mu      sync.Mutex
	open    *window
	down    error         // the reason of a missing connection, during a pause
	changed chan struct{} // closed when open or down change
}

func newPublisher(boss *supervisor, cfg Config) *publisher {
	p := &publisher{cfg: cfg, boss: boss, changed: make(chan struct{})}
	p.ctx, p.stop = context.WithCancel(context.Background())
	boss.onDial = func() { p.set(nil, nil) }
	boss.onDown = func(err error) { p.set(nil, err) }
	return p
}

func (p *publisher) set(open *window, down error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open, p.down = open, down
	close(p.changed)
	p.changed = make(chan struct{})
}

func (p *publisher) publish(ctx context.Context, what parcel) error {
	ctx, cancel := context.WithTimeout(ctx, p.cfg.ConfirmTimeout)
	defer cancel()
	w, err := p.window(ctx)
	if err != nil {
		return err
	}
	return w.publish(ctx, what)
}

// ready reports why a message would not even be sent.
func (p *publisher) ready(ctx context.Context) error {
	w, err := p.window(ctx)
	if err == nil && w.blocked.Load() {
		return noConnection(errBlocked)
	}
	return err
}

// window waits for an attempt to connect that is under way, not for a pause. The
// first one to ask begins it.
func (p *publisher) window(ctx context.Context) (*window, error) {
	p.start.Do(func() { p.done.Go(func() { p.boss.run(p.ctx, p.work) }) })
	for {
		p.mu.Lock()
		open, down, changed := p.open, p.down, p.changed
		p.mu.Unlock()
		switch {
		case p.ctx.Err() != nil:
			return nil, noConnection(errClosed)
		case open != nil:
			return open, nil
		case down != nil:
			return nil, noConnection(down)
		}
		select {
		case <-changed:
		case <-p.ctx.Done():
		case <-ctx.Done():
			return nil, noConnection(ctx.Err())
		}
	}
}

// work is one session of the supervisor. A channel that is doubted gives way to a new one of the same connection.
func (p *publisher) work(ctx context.Context, l *link) error {
	for {
		w, err := openWindow(ctx, l, p.cfg)
		if err != nil {
			return err
		}
		p.set(w, nil)
		err = w.run(ctx)
		p.set(nil, nil)
		if !errors.Is(err, errDoubted) {
			return err
		}
	}
}

// close is final; it also holds back a supervisor that was never started.
func (p *publisher) close() {
	p.stop()
	p.start.Do(func() {})
	p.done.Wait()
}
