package quota

import (
	"container/list"
	"context"
	"errors"
)

// Turn is a place, or waits for one.
type Turn struct {
	of      *Turns
	line    *line
	come    func()
	weight  float64
	due     float64 // if all were worked on at the same time, it would be done by then
	number  int
	at      *list.Element // in the line; nil if it does not wait
	left    bool
	refused bool
}

// Come reports whether the turn has its place.
func (turn *Turn) Come() bool {
	turn.of.mu.Lock()
	defer turn.of.mu.Unlock()
	return turn.at == nil && !turn.refused
}

// Refused reports whether the turn will have no place.
func (turn *Turn) Refused() bool { return turn.refused }

// Leave gives the place to the next, or the waiting up. It may be called again.
func (turn *Turn) Leave() {
	if next := turn.of.leave(turn); next != nil {
		next.come()
	}
}

// ErrRefused says that too many wait.
var ErrRefused = errors.New("quota: too many wait for a place")

// Take waits for a place; call leave after it. The error is ErrRefused, or the context's.
func (t *Turns) Take(ctx context.Context, subject string, weight int) (leave func(), err error) {
	come := make(chan struct{})
	turn, now := t.AskFor(subject, weight, func() { close(come) })
	switch {
	case now:
		return turn.Leave, nil
	case turn.refused:
		return nil, ErrRefused
	}
	select {
	case <-come:
		return turn.Leave, nil
	case <-ctx.Done():
		turn.Leave()
		return nil, ctx.Err()
	}
}
