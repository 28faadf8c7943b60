package quota

import (
	"container/heap"
	"sync"
)

// Turns are places that are few, and that subjects take in turn: a subject that sends
// a hundred pieces of work waits for its own, the others wait for one of them. Work has a
// weight: a small piece goes before the large ones of others, as if all were worked on at
// the same time. Nothing is kept of a subject that has no place and waits for none.
type Turns struct {
	each, most int

	mu      sync.Mutex
	free    int
	now     float64 // work done for each subject, if all had the same
	came    int     // turns, to serve those of one moment in their order
	waiting int
	lines   map[string]*line
	order   order // subjects that wait and may have a place
}

// NewTurns has so many places, and so many for each subject; 0: all. Any number of turns
// may wait.
func NewTurns(places, each int) *Turns { return NewBoundedTurns(places, each, 0) }

// NewBoundedTurns has so many turns wait at most. A subject may use as many places of the queue as it leaves free: one
// alone has half of it, two have a third each. So nobody keeps others out, and a refusal looks at no other turn.
func NewBoundedTurns(places, each, most int) *Turns {
	if each <= 0 {
		each = places
	}
	return &Turns{each: each, most: most, free: places, lines: map[string]*line{}}
}

// Ask takes a free place: now. Otherwise the turn waits, and come is called once when it has its place, from another
// goroutine; it must not wait. A turn that is refused has none and waits for none. Leave it in any case.
func (t *Turns) Ask(subject string, come func()) (turn *Turn, now bool) {
	return t.AskFor(subject, 1, come)
}

// AskFor is Ask for work of a weight.
func (t *Turns) AskFor(subject string, weight int, come func()) (turn *Turn, now bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.lines[subject]
	if l == nil {
		l = &line{subject: subject, at: -1}
	}
	now = t.free > 0 && l.inside < t.each // then nobody waits who may have it
	if !now && t.full(l) {
		return &Turn{of: t, line: l, left: true, refused: true}, false
	}
	t.lines[subject] = l
	turn = t.due(l, weight, come)
	if now {
		t.enter(turn)
		return turn, true
	}
	turn.at = l.waiting.PushBack(turn)
	t.waiting++
	t.queue(l)
	return turn, false
}

// full reports whether no more of a subject may wait; the caller holds the lock.
func (t *Turns) full(l *line) bool {
	return t.most > 0 && l.waiting.Len() >= t.most-t.waiting
}

// due makes a turn, and says when it is due; the caller holds the lock.
func (t *Turns) due(l *line, weight int, come func()) *Turn {
	t.came++
	w := float64(max(weight, 1))
	l.last = max(t.now, l.last) + w
	return &Turn{of: t, line: l, come: come, weight: w, due: l.last, number: t.came}
}

// enter gives a turn its place; the caller holds the lock.
func (t *Turns) enter(turn *Turn) {
	t.free--
	turn.line.inside++
	t.now += turn.weight / float64(len(t.lines))
}

func (t *Turns) leave(turn *Turn) (next *Turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case turn.left:
		return nil
	case turn.at != nil:
		t.unwait(turn)
	default:
		t.free++
		turn.line.inside--
	}
	turn.left = true
	t.queue(turn.line)
	return t.pass()
}

// unwait takes a turn out of its line; the caller holds the lock.
func (t *Turns) unwait(turn *Turn) {
	turn.line.waiting.Remove(turn.at)
	turn.at = nil
	t.waiting--
}

// pass gives a place to the turn that is due first; the caller holds the lock.
func (t *Turns) pass() (next *Turn) {
	if t.free == 0 || len(t.order) == 0 {
		return nil
	}
	l := t.order[0]
	next = l.first()
	t.unwait(next)
	t.enter(next)
	t.queue(l)
	return next
}

// queue puts a subject into the order where it belongs, or takes it out, or forgets it;
// the caller holds the lock.
func (t *Turns) queue(l *line) {
	may := l.waiting.Len() > 0 && l.inside < t.each
	switch {
	case may && l.at < 0:
		heap.Push(&t.order, l)
	case may:
		heap.Fix(&t.order, l.at)
	case l.at >= 0:
		heap.Remove(&t.order, l.at)
	}
	if l.inside == 0 && l.waiting.Len() == 0 {
		delete(t.lines, l.subject)
	}
}

// Waiting is how many wait.
func (t *Turns) Waiting() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.waiting
}
