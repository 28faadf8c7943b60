package socket

import (
	"sync"
	"time"
)

// rounds looks through the alarms of all open sockets, and has somebody work on each
// socket of which one rings.
type rounds struct {
	every time.Duration
	clock func() time.Time
	crew  *crew

	mu   sync.Mutex
	open map[ringer]struct{}
	next *time.Timer // nil while no socket is open
}

// ringer has alarms; its work is the work of the alarms.
type ringer interface {
	job

	rings(now time.Time) bool
}

func (r *rounds) enter(s ringer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open[s] = struct{}{}
	if r.next == nil {
		r.next = time.AfterFunc(r.every, r.look)
	}
}

func (r *rounds) leave(s ringer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, s)
}

func (r *rounds) look() {
	now := r.clock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.open) == 0 {
		r.next = nil
		return
	}
	for s := range r.open {
		if s.rings(now) {
			r.crew.submit(s)
		}
	}
	r.next.Reset(r.every)
}
