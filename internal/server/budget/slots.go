package budget

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// Search waits for a slot to search in: the work of such an operation is known only when it is done. Call leave after it.
// A subject that has spent much of its budget comes after others; s is the budget after the operation was paid.
func (b *Budget) Search(ctx context.Context, s quota.Status) (leave func(), _ *fault.Error) {
	ctx, cancel := context.WithTimeout(ctx, b.cfg.Limits.Request)
	defer cancel()
	leave, err := b.searches.Acquire(ctx, caller.Subject(ctx), s.Spent())
	if err != nil {
		return func() {}, tooManySearches()
	}
	return leave, nil
}

// IsHeavy reports whether a subject has spent more lately than one operation may cost.
func (b *Budget) IsHeavy(s quota.Status) bool { return s.Spent() > b.cfg.Limits.Cost }

// Searching is how many operations wait to search.
func (b *Budget) Searching() int { return b.searches.Waiting() }

// EventSlot requests a slot to answer an event in: see quota.FairSemaphore.Request.
func (b *Budget) EventSlot(ctx context.Context, granted func()) (slot *quota.Slot, now bool) {
	return b.events.Request(caller.Subject(ctx), 1, granted)
}

// SearchSlot requests a slot among the operations that search, for an answer to an event that searches or is expensive.
func (b *Budget) SearchSlot(ctx context.Context, granted func()) (slot *quota.Slot, now bool) {
	return b.searches.Request(caller.Subject(ctx), b.Left(ctx).Spent(), granted)
}

// CatchUpSlot is SearchSlot for what a subscription reads when it begins, or may have missed something. A subject that is
// not heavy gets nil and needs no slot: clients that come back all at once need not wait for each other.
func (b *Budget) CatchUpSlot(ctx context.Context, granted func()) (slot *quota.Slot, now bool) {
	s := b.Left(ctx)
	if !b.IsHeavy(s) {
		return nil, true
	}
	return b.searches.Request(caller.Subject(ctx), s.Spent(), granted)
}

// SlotRefused is the error of a subscription whose slot was refused.
func SlotRefused() *fault.Error {
	return tooManySearches().WithRecuperacion("Suscríbase de nuevo en unos segundos con despuesDe = la última secuencia recibida.")
}

// ChargeEvent takes the price of an answer to an event from the budget of its subscriber. Without budget the subscription
// ends, and its client may subscribe again later.
func (b *Budget) ChargeEvent(ctx context.Context, price int) *fault.Error {
	_, overdrawn := b.Charge(ctx, price)
	if overdrawn == nil {
		return nil
	}
	return overdrawn.WithRecuperacion("Espere los segundos que dice reintentarEn y suscríbase de nuevo con despuesDe = la última secuencia recibida, o pida menos de cada evento.")
}
