package engine

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
)

// A subscription of a carpeta reads all of it when it begins, and whenever it may have missed something: maybe
// thousands of rows. Whoever has spent much lately has that in turn, as answers that walk. What it finds is paid when
// it is known, so the budget alone let twenty seconds of work be asked for at once.

// toRead takes a place for the reading that is next, if it needs one; hub.ErrLater if that is still to come. Call leave
// before anything is sent, and at the end: no place is held for a client that reads slowly.
func (e *Engine) acquireCatchUp(ctx context.Context, s *Subscription) (leave func(), err error) {
	if s.catchUp == nil {
		if !s.stream.ReadsMuch() {
			return releaseNothing, nil
		}
		turn, now := e.cfg.Budget.CatchUpSlot(ctx, s.wake)
		if turn == nil {
			return releaseNothing, nil
		}
		s.catchUp = turn
		if !now && !turn.Refused() {
			return nil, hub.ErrLater
		}
	}
	turn := s.catchUp
	s.catchUp = nil
	if turn.Refused() {
		return nil, budget.SlotRefused()
	}
	return turn.Release, nil
}

// free leaves no place.
func releaseNothing() {}
