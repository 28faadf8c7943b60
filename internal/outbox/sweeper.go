package outbox

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// Sweeper leases the due commands and publishes them, operador by operador.
type Sweeper struct {
	*Dispatcher
	store Store
	sagas Sagas
	ready func(ctx context.Context) error

	turns  *turns
	list   time.Time       // when the list of operadores is read again
	rivals map[string]bool // operadores for whose work another process was faster at the last look
	away   bool            // the broker was, when this round began
}

// NewSweeper makes a Sweeper; Run it beside the Dispatcher. ready is the broker's.
func NewSweeper(d *Dispatcher, store Store, sagas Sagas, ready func(ctx context.Context) error) *Sweeper {
	return &Sweeper{Dispatcher: d, store: store, sagas: sagas, ready: ready, turns: newTurns(d.cfg.Batch, d.cfg.Weights), rivals: map[string]bool{}}
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

// rest waits until a look is due. After a failure, and while the broker is down,
// nobody can hurry the sweeper.
func (s *Sweeper) rest(ctx context.Context, failed bool) {
	calm := s.rt.Clock().Add(s.rt.pause(min(afterFailure, s.cfg.Sweep)))
	for ctx.Err() == nil {
		until := calm
		if !failed && !s.link.isDown() {
			until = s.next()
		}
		pause := until.Sub(s.rt.Clock())
		if pause <= 0 {
			return
		}
		s.rt.Wait(ctx, pause, s.agenda.wake)
	}
}

// next is when there is something to look at.
func (s *Sweeper) next() time.Time {
	now := s.rt.Clock()
	due, next := s.agenda.due(now)
	if len(due) > 0 {
		return now
	}
	if next.IsZero() || s.list.Before(next) {
		return s.list
	}
	return next
}

// sweep is one round over the operadores whose look is due.
func (s *Sweeper) sweep(ctx context.Context) error {
	if err := s.readList(ctx); err != nil {
		return err
	}
	away := s.absent(ctx)
	if away != nil && s.Places == nil {
		return away // a broker outage burns no delivery
	}
	due, _ := s.agenda.due(s.rt.Clock())
	var total int
	errs := []error{away}
	for _, o := range s.turns.round(due) {
		n, err := s.take(ctx, o)
		total += n
		if err != nil && !errors.Is(err, broker.ErrFull) && !errors.Is(err, ErrUnattended) { // one queue keeps nobody's other steps waiting
			errs = append(errs, err)
		}
		if ctx.Err() != nil || s.away != s.link.isDown() || len(errs) > tolerated {
			break // the cause is not this operador: the next ones would fail too
		}
	}
	s.metrics.Swept(total)
	return errors.Join(errs...)
}

// absent is why the broker cannot be reached; nil if it can.
func (s *Sweeper) absent(ctx context.Context) error {
	s.away = false
	if !s.link.isDown() {
		return nil
	}
	if err := s.ready(ctx); err != nil {
		s.away = true
		return err
	}
	s.answered(nil)
	return nil
}

// tolerated is how many operadores may fail in a round that goes on: one whose
// reads fail shall not keep the others waiting, a store that is away shall not be
// asked for everybody.
const tolerated = 2

// readList learns of new operadores, at the idle pace: those that this process hears
// of it knows at once.
func (s *Sweeper) readList(ctx context.Context) error {
	now := s.rt.Clock()
	if now.Before(s.list) {
		return nil
	}
	operadores, err := s.store.Operadores(ctx)
	if err != nil {
		s.census.lost()
		return err
	}
	s.list = now.Add(s.rt.pause(s.cfg.Idle / 2))
	s.census.heard(now)
	s.agenda.know(operadores, now)
	return nil
}
