package outbox

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// ahead is how far a look sees: farther than any lease.
const ahead = 10 * time.Minute

// take leases and publishes what one operador may have now: its share of the round
// and its room in the window. The findings decide about the next look.
func (s *Sweeper) take(ctx context.Context, operadorID string) (int, error) {
	now := s.rt.Clock()
	s.agenda.begin(operadorID, now)
	room := s.window.room(operadorID, now)
	n := min(s.turns.share(operadorID), room)
	if s.Places != nil { // what finds no room waits in the store, where another process can take it
		n = min(n, s.Places.Room(operadorID))
	}
	if n <= 0 {
		s.full(operadorID, now)
		return 0, nil
	}
	seen, err := s.store.Vencidas(ctx, operadorID, now.Add(ahead), s.reach(operadorID, n))
	if err != nil {
		s.unread(operadorID, now)
		return 0, err
	}
	l := look{operadorID: operadorID, at: now, seen: seen, due: dueAt(seen, now)}
	s.saw(l, n)
	l.more = len(l.due) > n && room > n
	mine := s.pick(operadorID, s.possible(l.due), n)
	if s.away {
		s.behind(operadorID, len(l.due) > 0, now) // whatever it is, it is looked at when the broker is back
	}
	l.taken, err = s.leaseAll(ctx, mine, now)
	s.rivals[operadorID] = l.taken < len(mine)
	s.turns.spend(operadorID, l.taken, len(mine) < n)
	s.plan(l)
	return l.taken, err
}

// reach is how many entries a look reads to lease n: one more, to know whether more
// are waiting; several times as many if others are at work on the same ones.
func (s *Sweeper) reach(operadorID string, n int) int {
	if s.contested(operadorID) {
		n *= 4
	}
	return n + 1
}

// contested reports whether the first ones that are due may be others', or none that can be taken.
func (s *Sweeper) contested(operadorID string) bool { return s.rivals[operadorID] || s.away }

// possible are the due commands that may be leased: all of them, or while the broker is away those that
// nobody has leased before. Most of these need no message; of the others it is found out once.
func (s *Sweeper) possible(due []eliminacion.Pendiente) []eliminacion.Pendiente {
	if !s.away {
		return due
	}
	return slices.DeleteFunc(slices.Clone(due), func(p eliminacion.Pendiente) bool { return p.Arriendos > 0 })
}

// pick takes n of the due commands: the oldest, or if more were read for the sake of
// rivals some that follow each other, at a random place.
func (s *Sweeper) pick(operadorID string, due []eliminacion.Pendiente, n int) []eliminacion.Pendiente {
	spare := len(due) - n
	if spare <= 0 {
		return due
	}
	from := 0
	if spare > 1 && s.contested(operadorID) {
		from = int(s.rt.Jitter(time.Duration(spare)))
	}
	return due[from : from+n]
}

// dueAt are those of a list, oldest first, that are due at a moment.
func dueAt(ps []eliminacion.Pendiente, now time.Time) []eliminacion.Pendiente {
	n := 0
	for n < len(ps) && !ps[n].NoAntesDe.After(now) {
		n++
	}
	return ps[:n]
}
