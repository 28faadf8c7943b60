package engine

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
)

// An answer to an event is work, whoever asked for it and when. Its subscription waits
// for a place among those of its subject, and holds nothing while it waits. Then it pays
// the price of its operation. A shared answer is paid by the subscription that makes it
// run: a crowd costs it no more than one, and two copies of each text are no way around.

// admit takes a place and the price; hub.ErrLater if the place is still to come. Call leave after the work.
func (e *Engine) admit(ctx context.Context, s *Subscription) (leave func(), err error) {
	if s.turn == nil {
		turn, now := e.askTurn(ctx, s)
		s.turn = turn
		if !now && !turn.Refused() {
			return nil, hub.ErrLater
		}
	}
	if s.turn.Refused() {
		s.leave()
		return nil, budget.RefusedTurn()
	}
	if s.paid {
		if overdrawn := e.cfg.Budget.ChargeEvent(ctx, s.price); overdrawn != nil {
			s.leave()
			return nil, overdrawn
		}
	}
	s.paid = true
	return s.leave, nil
}

// askTurn asks for a place.
func (e *Engine) askTurn(ctx context.Context, s *Subscription) (turn *quota.Turn, now bool) {
	if s.walks {
		return e.cfg.Budget.SearchTurn(ctx, s.wake)
	}
	return e.cfg.Budget.Turn(ctx, s.wake)
}
