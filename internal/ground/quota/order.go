package quota

import "container/list"

// line is a subject: its places, and its turns that wait; first come, first served.
type line struct {
	subject string
	inside  int
	last    float64   // when its last piece of work is due
	waiting list.List // of *Turn
	at      int       // in the order; -1 while it is not in it
}

func (l *line) first() *Turn { return l.waiting.Front().Value.(*Turn) } // it holds nothing else

// order is a heap of subjects that wait: the one whose first turn is due first is first.
type order []*line

func (turn *Turn) before(other *Turn) bool {
	return turn.due < other.due || turn.due == other.due && turn.number < other.number
}

// Len implements heap.Interface, as the others below.
func (o order) Len() int { return len(o) }

func (o order) Less(i, j int) bool { return o[i].first().before(o[j].first()) }

func (o order) Swap(i, j int) {
	o[i], o[j] = o[j], o[i]
	o[i].at, o[j].at = i, j
}

// Push adds a subject.
func (o *order) Push(l any) {
	added := l.(*line) // nothing else is pushed
	added.at = len(*o)
	*o = append(*o, added)
}

// Pop takes the last.
func (o *order) Pop() any {
	last := len(*o) - 1
	l := (*o)[last]
	(*o)[last] = nil
	*o = (*o)[:last]
	l.at = -1
	return l
}
