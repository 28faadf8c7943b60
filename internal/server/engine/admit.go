package engine

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// An answer to an event is work, whoever asked for it and when. Its subscription waits
// for a place among those of its subject, and holds nothing while it waits. Then it pays
// the price of its operation. A shared answer is paid by the subscription that makes it
// run: a crowd costs it no more than one, and two copies of each text are no way around.

// admit takes a place and the price; hub.ErrLater if the place is still to come.
func (e *Engine) admit(ctx context.Context, s *Subscription) error {
	if s.turn == nil {
		turn, now := e.cfg.Budget.Turn(ctx, s.wake)
		s.turn = turn
		if !now {
			return hub.ErrLater
		}
	}
	if !s.paid {
		s.paid = true
		return nil
	}
	if overdrawn := e.cfg.Budget.ChargeEvent(ctx, s.price); overdrawn != nil {
		s.leave()
		return overdrawn
	}
	return nil
}
