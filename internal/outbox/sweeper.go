package outbox

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
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
	store Store
	sagas Sagas
	ready func(ctx context.Context) error // of the broker
	log   *slog.Logger
	turns *turns
	list  time.Time // when the list of operadores is read again

	rivals map[string]bool // operadores of which another process took something first, at the last look
}

// NewSweeper makes a Sweeper; Run it beside the Dispatcher.
func NewSweeper(d *Dispatcher, store Store, sagas Sagas, ready func(context.Context) error, log *slog.Logger) *Sweeper {
	return &Sweeper{d: d, store: store, sagas: sagas, ready: ready, log: log, turns: newTurns(d.cfg.Batch, d.cfg.Weights), rivals: map[string]bool{}}
}

// Run sweeps until ctx ends.
func (s *Sweeper) Run(ctx context.Context) error {
	failing := outage{log: s.log, message: "sweep failed; it goes on at the next turn"}
	for ctx.Err() == nil {
		err := s.sweep(ctx)
		if ctx.Err() == nil {
			failing.report(ctx, err)
		}
		s.rest(ctx, err != nil)
	}
	return nil
}

// afterFailure is the pace at which a broker or a store that is away is asked again.
const afterFailure = time.Second

// rest waits until the agenda wants a look. After a failure, and while the broker is
// down, nobody can hurry the sweeper.
func (s *Sweeper) rest(ctx context.Context, failed bool) {
	d := s.d
	calm := d.now().Add(d.pause(min(afterFailure, d.cfg.Sweep)))
	for ctx.Err() == nil {
		until := calm
		if !failed && !d.isDown() {
			until = s.next()
		}
		pause := until.Sub(d.now())
		if pause <= 0 {
			return
		}
		d.rt.Wait(ctx, pause, d.agenda.wake)
	}
}

// next is when there is something to look at.
func (s *Sweeper) next() time.Time {
	now := s.d.now()
	due, next := s.d.agenda.due(now)
	switch {
	case len(due) > 0:
		return now
	case next.IsZero() || s.list.Before(next):
		return s.list
	}
	return next
}

// sweep is one round over the operadores whose look is due.
func (s *Sweeper) sweep(ctx context.Context) error {
	if err := s.readList(ctx); err != nil {
		return err
	}
	if s.d.isDown() {
		if err := s.ready(ctx); err != nil {
			return err // a broker outage burns no delivery
		}
		s.d.setDown(nil)
	}
	due, _ := s.d.agenda.due(s.d.now())
	var total int
	var errs []error
	for _, o := range s.turns.round(due) {
		n, err := s.take(ctx, o)
		total += n
		if err != nil {
			errs = append(errs, err)
		}
		if ctx.Err() != nil || s.d.isDown() || len(errs) == tolerated {
			break // it is no matter of one operador
		}
	}
	s.d.meter.Swept(total)
	return errors.Join(errs...)
}

// tolerated is how many operadores may fail in a round that goes on: one whose
// reads fail shall not keep the others waiting, a store that is away shall not be
// asked for everybody.
const tolerated = 2

// readList learns of new operadores, at the idle pace: those that this process
// hears of it knows at once.
func (s *Sweeper) readList(ctx context.Context) error {
	now := s.d.now()
	if now.Before(s.list) {
		return nil
	}
	operadores, err := s.store.Operadores(ctx)
	if err != nil {
		s.d.census.lost()
		return err
	}
	s.list = now.Add(s.d.pause(s.d.cfg.Idle / 2))
	s.d.census.heard(now)
	s.d.agenda.know(operadores, now)
	return nil
}

// ahead is how far a look sees: farther than any lease.
const ahead = 10 * time.Minute

// take leases and publishes what one operador may have now: its share of the round
// and its room in the window. It plans the next look by what it saw.
func (s *Sweeper) take(ctx context.Context, operadorID string) (int, error) {
	now := s.d.now()
	s.d.agenda.begin(operadorID, now)
	share, room := s.turns.share(operadorID), s.d.window.room(operadorID, now)
	n := min(share, room)
	if n <= 0 {
		s.waiting(operadorID, true, now)
		s.d.agenda.again(operadorID, now.Add(s.d.pause(s.d.cfg.Sweep)))
		return 0, nil
	}
	seen, err := s.store.Vencidas(ctx, operadorID, now.Add(ahead), s.reach(operadorID, n))
	if err != nil {
		s.d.census.lost()
		s.d.agenda.want(operadorID, now.Add(s.d.pause(s.d.cfg.Sweep)))
		return 0, err
	}
	s.d.census.saw(operadorID, len(seen) > 0, now)
	v := sight{seen: seen, due: dueAt(seen, now)}
	s.waiting(operadorID, len(v.due) > n, now)
	v.more = len(v.due) > n && room > n
	mine := s.pick(v.due, n)
	v.taken, err = s.leaseAll(ctx, mine, now)
	s.rivals[operadorID] = v.taken < len(mine)
	s.turns.spend(operadorID, v.taken, len(mine) < n)
	s.plan(operadorID, v, now)
	return v.taken, err
}

// reach is how many entries a look reads to lease n: one more, to know whether more
// are waiting; several times as many if others are at work on the same ones.
func (s *Sweeper) reach(operadorID string, n int) int {
	if s.rivals[operadorID] {
		n *= 4
	}
	return n + 1
}

// pick takes n of what is due: the oldest, or if more was read for the sake of
// rivals some that follow each other, at a random place.
func (s *Sweeper) pick(due []eliminacion.Pendiente, n int) []eliminacion.Pendiente {
	spare := len(due) - n
	if spare <= 0 {
		return due
	}
	from := 0
	if spare > 1 {
		from = int(s.d.rt.Jitter(time.Duration(spare)))
	}
	return due[from : from+n]
}

// waiting notes whether work of an operador stays behind in the store.
func (s *Sweeper) waiting(operadorID string, more bool, now time.Time) {
	s.d.window.crowd(operadorID, more)
	s.d.agenda.wait(operadorID, more, now)
}

// dueAt are those of a list, oldest first, that are due at a moment.
func dueAt(ps []eliminacion.Pendiente, now time.Time) []eliminacion.Pendiente {
	n := 0
	for n < len(ps) && !ps[n].NoAntesDe.After(now) {
		n++
	}
	return ps[:n]
}

// sight is what a look saw and did.
type sight struct {
	seen, due []eliminacion.Pendiente // what is due soon; of that, what is due now
	taken     int                     // leased
	more      bool                    // more was due than this look could take, and there is room for it
}

// plan says when to look at an operador again.
func (s *Sweeper) plan(operadorID string, v sight, now time.Time) {
	a := s.d.agenda
	switch {
	case v.more && v.taken > 0:
		a.want(operadorID, now) // the next round
	case v.more: // others were faster with all of them
		a.want(operadorID, now.Add(s.d.rt.Jitter(2*gather)))
	case len(v.due) > 0 && v.taken == 0:
		a.want(operadorID, now.Add(s.d.pause(afterFailure)))
	case len(v.due) > 0:
		a.want(operadorID, now.Add(s.d.pause(s.d.cfg.Sweep)))
	default:
		a.again(operadorID, now.Add(s.d.pause(a.quiet(operadorID))))
	}
	if n := len(v.due); n < len(v.seen) { // what is due next; every process knows that, so not at the same moment
		a.again(operadorID, v.seen[n].NoAntesDe.Add(s.d.rt.Jitter(s.d.cfg.Sweep/4+1)))
	}
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
	e, err := s.store.Arrendar(ctx, p, eliminacion.Arriendo{Por: s.d.cfg.Process, Hasta: s.sagas.Pausa(p, now)})
	if err != nil {
		s.d.window.release(p.EventoID)
		if errors.Is(err, fault.Conflict) || errors.Is(err, fault.NotFound) {
			return false, nil
		}
		return false, err
	}
	s.log.Debug("due command leased", "evento", e.EventoID, "paso", e.Paso, "vencia", p.NoAntesDe, "hasta", e.NoAntesDe, "entregas", e.Entregas)
	if s.sagas.Agotada(e) {
		return true, s.sagas.SinProgreso(ctx, e)
	}
	return true, s.publish(ctx, e)
}

// unconfirmed is when a message is sent again that the broker may or may not have:
// soon, as a broker that went away has more often not got it; not at once, as one
// that is slow would get the same messages over and over.
const unconfirmed = 5 * time.Second

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
	again, why := s.d.now().Add(time.Second), eliminacion.SinConfirmar
	switch {
	case errors.Is(err, broker.ErrUnconfirmed):
		again = s.d.now().Add(unconfirmed) // it may be there: give it time to lead to something
	case errors.Is(err, broker.ErrUnroutable):
		why = eliminacion.SinRuta
	}
	s.d.window.release(e.EventoID)
	return errors.Join(err, s.store.Devolver(context.WithoutCancel(ctx), e, again, why))
}
