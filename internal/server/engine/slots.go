package engine

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
)

// acquireEvent takes a slot for the answer to an event, and charges the price of the operation; hub.ErrLater if the slot is
// not granted yet. Call release after the work. A subscription that waits holds nothing but its request. The subscription
// that makes a shared answer pays for it: a crowd of subscribers costs it no more than one.
func (e *Engine) acquireEvent(ctx context.Context, s *Subscription) (release func(), err error) {
	if s.slot == nil {
		slot, now := e.requestSlot(ctx, s)
		s.slot = slot
		if !now && !slot.Refused() {
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

func (e *Engine) requestSlot(ctx context.Context, s *Subscription) (slot *quota.Slot, now bool) {
	if s.walks {
		return e.cfg.Budget.SearchSlot(ctx, s.wake)
	}
	return e.cfg.Budget.EventSlot(ctx, s.wake)
}

// acquireCatchUp takes a slot to read what a subscription may have missed, if it needs one; hub.ErrLater if the slot is not
// granted yet. A subscription of a carpeta reads all of it when it begins, maybe thousands of rows, and pays when it knows
// how many: by the budget alone a subject could ask for twenty seconds of work at once. Call release before anything is
// sent, and at the end: no slot is held for a client that reads slowly.
func (e *Engine) acquireCatchUp(ctx context.Context, s *Subscription) (release func(), err error) {
	if s.catchUp == nil {
		if !s.stream.ReadsMuch() {
			return func() {}, nil
		}
		slot, now := e.cfg.Budget.CatchUpSlot(ctx, s.wake)
		if slot == nil {
			return func() {}, nil
		}
		s.catchUp = slot
		if !now && !slot.Refused() {
			return nil, hub.ErrLater
		}
	}
	slot := s.catchUp
	s.catchUp = nil
	if slot.Refused() {
		return nil, budget.SlotRefused()
	}
	return slot.Release, nil
}
