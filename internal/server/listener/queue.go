package listener

// queue holds things in the order in which they came, and gives any of them up at
// once. It allocates nothing: the links are in the things.
type queue[T any] struct {
	first, last *T
	link        func(*T) *link[T]
}

// link is the position of a thing in a queue.
type link[T any] struct{ before, after *T }

// firstBut is the first thing that is not this one; nil if there is none.
func (q *queue[T]) firstBut(p *T) *T {
	if q.first == p && p != nil {
		return q.link(p).after
	}
	return q.first
}

// push puts a thing at the end.
func (q *queue[T]) push(p *T) {
	q.link(p).before = q.last
	if q.last == nil {
		q.first = p
	} else {
		q.link(q.last).after = p
	}
	q.last = p
}

// remove takes a thing out that is in the queue.
func (q *queue[T]) remove(p *T) {
	at := q.link(p)
	if at.before == nil {
		q.first = at.after
	} else {
		q.link(at.before).after = at.after
	}
	if at.after == nil {
		q.last = at.before
	} else {
		q.link(at.after).before = at.before
	}
	*at = link[T]{}
}
