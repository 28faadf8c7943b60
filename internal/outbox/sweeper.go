package outbox

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/fault"
)

// Sagas is what the sweeper needs of the domain.
type Sagas interface {
	// Pausa is when a command delivered now is due again.
	Pausa(p eliminacion.Pendiente, ahora time.Time) time.Time
	// Agotada reports whether a leased saga was delivered too often.
	Agotada(e eliminacion.Eliminacion) bool
	// SinProgreso ends its step.
	SinProgreso(ctx context.Context, e eliminacion.Eliminacion) error
}

// Sweeper leases what is due and publishes it, operador by operador.
type Sweeper struct {
	d     *Dispatcher
	store eliminacion.OutboxStore
	sagas Sagas
	ready func(ctx context.Context) error // of the broker
	log   *slog.Logger
	turns *turns
}

// NewSweeper makes a Sweeper; Run it beside the Dispatcher.
func NewSweeper(d *Dispatcher, store eliminacion.OutboxStore, sagas Sagas, ready func(context.Context) error, log *slog.Logger) *Sweeper {
	return &Sweeper{d: d, store: store, sagas: sagas, ready: ready, log: log, turns: newTurns(d.cfg.Batch, d.cfg.Weights)}
}

// Run sweeps until ctx ends.
func (s *Sweeper) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		more, err := s.sweep(ctx)
		if err != nil && ctx.Err() == nil {
			s.log.Warn("sweep failed; it goes on at the next turn", "error", err)
		}
		if !more || err != nil {
			s.rest(ctx)
		}
	}
	return nil
}

// whileDown is the pace at which a broker that is away is asked again.
const whileDown = time.Second

// rest waits for the next turn: the pace with jitter, or the moment somebody asked for.
func (s *Sweeper) rest(ctx context.Context) {
	d := s.d
	interval := d.cfg.Sweep
	if d.isDown() {
		interval = min(interval, whileDown)
	}
	pace := d.now().Add(interval*3/4 + d.rt.Jitter(interval/2+1))
	for ctx.Err() == nil {
		pause := d.wanted(pace).Sub(d.now())
		if pause <= 0 {
			d.served()
			return
		}
		d.rt.Wait(ctx, pause, d.wake)
	}
}

// wanted is the earlier of the pace and what Despertar asked for. While the
// broker is down nobody can hurry the sweeper.
func (d *Dispatcher) wanted(pace time.Time) time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.next.IsZero() && d.next.Before(pace) && !d.down {
		return d.next
	}
	return pace
}

// served forgets a wish that is being fulfilled; one for later stays.
func (d *Dispatcher) served() {
	now := d.now()
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.next.After(now) {
		d.next = time.Time{}
	}
}

// sweep is one round over the operadores. It reports whether another round would
// find more work and room for it.
func (s *Sweeper) sweep(ctx context.Context) (more bool, err error) {
	if s.d.isDown() {
		if err := s.ready(ctx); err != nil {
			return false, err // a broker outage burns no delivery
		}
		s.d.setDown(nil)
	}
	operadores, err := s.store.Operadores(ctx)
	if err != nil {
		return false, err
	}
	s.d.setBacklog(false)
	var total int
	for _, o := range s.turns.round(operadores) {
		n, err := s.take(ctx, o)
		if err != nil {
			return false, err
		}
		total += n
	}
	s.d.meter.Swept(total)
	return total > 0, nil
}

// take leases and publishes what one operador may have now: its share of the
// round and its room in the window.
func (s *Sweeper) take(ctx context.Context, operadorID string) (int, error) {
	now := s.d.now()
	share, room := s.turns.share(operadorID), s.d.window.room(operadorID, now)
	n := min(share, room)
	if n <= 0 {
		s.d.setBacklog(true)
		return 0, nil
	}
	due, err := s.store.Vencidas(ctx, operadorID, now, n)
	if err != nil {
		return 0, err
	}
	if len(due) == room {
		s.d.setBacklog(true)
	}
	taken, err := s.leaseAll(ctx, due, now)
	s.turns.spend(operadorID, taken, len(due) < n)
	return taken, err
}

func (s *Sweeper) leaseAll(ctx context.Context, due []eliminacion.Pendiente, now time.Time) (int, error) {
	var taken atomic.Int64
	err := s.d.rt.Each(ctx, len(due), func(ctx context.Context, i int) error {
		ok, err := s.lease(ctx, due[i], now)
		if ok {
			taken.Add(1)
		}
		return err
	})
	return int(taken.Load()), err
}

// lease takes one due command and hands it to the publishers. False means that
// somebody else was faster. However long the lease, the place in the window is held
// for a first one only: a saga that got stuck shall not keep others out, nor itself
// when it goes on.
func (s *Sweeper) lease(ctx context.Context, p eliminacion.Pendiente, now time.Time) (bool, error) {
	if !s.d.window.take(p.OperadorID, p.EventoID, now, s.sagas.Pausa(eliminacion.Pendiente{}, now)) {
		return false, nil
	}
	e, err := s.store.Arrendar(ctx, p, s.sagas.Pausa(p, now))
	if err != nil {
		s.d.window.release(p.EventoID)
		if errors.Is(err, fault.Conflict) || errors.Is(err, fault.NotFound) {
			return false, nil
		}
		return false, err
	}
	if s.sagas.Agotada(e) {
		return true, s.sagas.SinProgreso(ctx, e)
	}
	return true, s.publish(ctx, e)
}

// publish sends the command of a leased saga; if the broker does not take it the
// lease goes back, uncounted.
func (s *Sweeper) publish(ctx context.Context, e eliminacion.Eliminacion) error {
	key := eliminacion.Orden(e)
	if key == "" {
		return nil
	}
	err := s.d.once(ctx, eliminacion.Mensaje(e, key, s.d.now()))
	if err == nil {
		return nil
	}
	again := s.d.now().Add(time.Second)
	if errors.Is(err, broker.ErrUnconfirmed) {
		again = e.NoAntesDe // it may be there: keep the lease, but do not count it
	}
	s.d.window.release(e.EventoID)
	return errors.Join(err, s.store.Devolver(context.WithoutCancel(ctx), e, again))
}
