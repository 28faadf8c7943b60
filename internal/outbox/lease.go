package outbox

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func (s *Sweeper) leaseAll(ctx context.Context, due []eliminacion.Pendiente, now time.Time) (int, error) {
	var taken atomic.Int64
	err := s.rt.Each(ctx, len(due), func(ctx context.Context, i int) error {
		ok, err := s.lease(ctx, due[i], now)
		if ok {
			taken.Add(1)
		}
		return err
	})
	return int(taken.Load()), err
}

// lease takes one due command and hands it to the publishers. False means that
// another process was faster. However long the lease, the place in the window is held
// for a first one only: a saga that got stuck shall not keep others out, nor itself
// when it goes on.
func (s *Sweeper) lease(ctx context.Context, p eliminacion.Pendiente, now time.Time) (bool, error) {
	if !s.window.take(p.OperadorID, p.EventoID, now, s.pause(eliminacion.Pendiente{}, now)) {
		return false, nil
	}
	since := s.rt.Clock()
	e, err := s.store.Arrendar(ctx, p, eliminacion.Arriendo{Por: s.cfg.Process, Hasta: s.pause(p, now)})
	if err != nil {
		s.window.release(p.EventoID)
		if errors.Is(err, fault.Conflict) || errors.Is(err, fault.NotFound) {
			return false, nil
		}
		return false, err
	}
	s.log.Debug("due command leased", "evento", e.EventoID, "paso", e.Paso, "vencia", p.NoAntesDe, "hasta", e.NoAntesDe, "entregas", e.Entregas)
	switch {
	case s.place(eliminacion.EnMano{Eliminacion: e, Leida: since}):
		return true, nil
	case s.lacks(eliminacion.PapelesDe(e)):
		return true, s.giveBack(ctx, e, s.rt.Clock().Add(unconfirmed), eliminacion.SinProceso)
	case s.cfg.Plazos.Agotada(e):
		f := s.sagas.Avanzar(ctx, []eliminacion.EnMano{{Eliminacion: e, Leida: since, Rendida: true}})[0]
		s.tell(f)
		s.handOn(f)
		return true, f.Err
	case s.away:
		return true, s.giveBack(ctx, e, s.rt.Clock().Add(time.Second), eliminacion.SinConfirmar)
	}
	return true, s.publish(ctx, e)
}

// pause is when a command that is leased now is due again.
func (s *Sweeper) pause(p eliminacion.Pendiente, now time.Time) time.Time {
	return s.cfg.Plazos.Pausa(p, s.Places != nil, now)
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
	err := s.Send(ctx, eliminacion.Mensaje(e, key, s.rt.Clock()))
	if err == nil {
		return nil
	}
	again, why := s.rt.Clock().Add(time.Second), eliminacion.SinConfirmar
	switch {
	case errors.Is(err, broker.ErrUnconfirmed):
		again = s.rt.Clock().Add(unconfirmed) // it may be there: give it time to lead to something
	case errors.Is(err, broker.ErrUnroutable):
		why = eliminacion.SinRuta
	case errors.Is(err, ErrUnattended):
		again, why = s.rt.Clock().Add(unconfirmed), eliminacion.SinProceso
	case errors.Is(err, broker.ErrFull):
		again, why = s.rt.Clock().Add(unconfirmed), eliminacion.ColaLlena // give it time to do some
	}
	return errors.Join(err, s.giveBack(ctx, e, again, why))
}

func (s *Sweeper) giveBack(ctx context.Context, e eliminacion.Eliminacion, again time.Time, why eliminacion.FalloEnvio) error {
	s.window.release(e.EventoID)
	return s.store.Devolver(context.WithoutCancel(ctx), e, again, why)
}
