package quota

import (
	"context"
	"sync"
)

// Turns are places that are few, and that subjects take in turn: a subject that sends
// a hundred pieces of work waits for its own, the others wait for one of them.
type Turns struct {
	mu    sync.Mutex
	free  int
	queue map[string][]*turn // of subjects that wait; first come, first served
	order []string           // the same subjects; the first is next
}

type turn struct {
	come chan struct{}
	gone bool // nobody waits for it any more
}

// NewTurns has so many places.
func NewTurns(places int) *Turns { return &Turns{free: places, queue: map[string][]*turn{}} }

// Take waits for a place; call leave once, after it. The error is the context's.
func (t *Turns) Take(ctx context.Context, subject string) (leave func(), err error) {
	mine := t.line(subject)
	select {
	case <-mine.come:
		return t.leave, nil
	default:
	}
	select {
	case <-mine.come:
		return t.leave, nil
	case <-ctx.Done():
		t.giveUp(mine)
		return nil, ctx.Err()
	}
}

// line takes a free place, or queues up.
func (t *Turns) line(subject string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	mine := &turn{come: make(chan struct{})}
	if t.free > 0 {
		t.free--
		close(mine.come)
		return mine
	}
	if len(t.queue[subject]) == 0 {
		t.order = append(t.order, subject)
	}
	t.queue[subject] = append(t.queue[subject], mine)
	return mine
}

func (t *Turns) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pass()
}

// giveUp leaves the queue, or passes on a place that came in the meantime.
func (t *Turns) giveUp(mine *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-mine.come:
		t.pass()
	default:
		mine.gone = true
	}
}

// pass gives a place to the next subject, which goes to the end of the order; the
// caller holds the lock.
func (t *Turns) pass() {
	for len(t.order) > 0 {
		subject := t.order[0]
		t.order = t.order[1:]
		next := t.next(subject)
		if len(t.queue[subject]) > 0 {
			t.order = append(t.order, subject)
		}
		if next != nil {
			close(next.come)
			return
		}
	}
	t.free++
}

// next takes the first of a subject that still waits; nil if there is none.
func (t *Turns) next(subject string) *turn {
	for {
		waiting := t.queue[subject]
		if len(waiting) == 0 {
			delete(t.queue, subject)
			return nil
		}
		first := waiting[0]
		waiting[0] = nil
		t.queue[subject] = waiting[1:]
		if len(waiting) == 1 {
			delete(t.queue, subject)
		}
		if !first.gone {
			return first
		}
	}
}

// Waiting is how many wait, those that gave up apart.
func (t *Turns) Waiting() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, waiting := range t.queue {
		for _, w := range waiting {
			if !w.gone {
				n++
			}
		}
	}
	return n
}
