package admission

import "container/list"

// sized is a value that is kept, and the bytes that it takes.
type sized[V any] struct {
	key   string
	value V
	size  int
	of    string        // whose account it is on
	among *list.Element // of all of its kind
	own   *list.Element // of its account, if it is on one
}

// shelf holds values in the order in which they were asked for, the newest first. The zero value is empty.
type shelf[V any] struct {
	list.List // of *sized[V]

	size int
}

func (h *shelf[V]) add(s *sized[V]) *list.Element {
	h.size += s.size
	return h.PushFront(s)
}

func (h *shelf[V]) remove(at *list.Element) { h.size -= h.Remove(at).(*sized[V]).size } // nothing else is put there

// oldest is the value that was not asked for longest; there must be one.
func (h *shelf[V]) oldest() *sized[V] { return h.Back().Value.(*sized[V]) }
