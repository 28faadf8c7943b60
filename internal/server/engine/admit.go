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
func (e *Engine) acquireEvent(ctx context.Context, s *Subscription) (leave func(), err error) {
	if s.slot == nil {
		turn, now := e.requestSlot(ctx, s)
		s.slot = turn
		if !now && !turn.Refused() {
			return nil, hub.ErrLater
		}
	}
	if s.slot.Refused() {
		s.releaseSlot()
		return nil, budget.SlotRefused()
	}
	if s.paid {
		if overdrawn := e.cfg.Budget.ChargeEvent(ctx, s.price); overdrawn != nil {
			s.releaseSlot()
			return nil, overdrawn
		}
	}
	s.paid = true
	return s.releaseSlot, nil
}

// askTurn asks for a place.
func (e *Engine) requestSlot(ctx context.Context, s *Subscription) (turn *quota.Slot, now bool) {
	if s.walks {
		return e.cfg.Budget.SearchSlot(ctx, s.wake)
	}
	return e.cfg.Budget.EventSlot(ctx, s.wake)
}
