package admission

import "container/list"

// sized is a value that is kept, and the bytes that it takes.
type cacheEntry[V any] struct {
	key   string
	value V
	size  int
	owner    string        // whose account it is on
	element *list.Element // of all of its kind
	ownerElement   *list.Element // of its account, if it is on one
}

// shelf holds values in the order in which they were asked for, the newest first. The zero value is empty.
type lruList[V any] struct {
	list.List // of *sized[V]

	size int
}

func (h *lruList[V]) add(s *cacheEntry[V]) *list.Element {
	h.size += s.size
	return h.PushFront(s)
}

func (h *lruList[V]) remove(at *list.Element) { h.size -= h.Remove(at).(*cacheEntry[V]).size } // nothing else is put there

// oldest is the value that was not asked for longest; there must be one.
func (h *lruList[V]) oldest() *cacheEntry[V] { return h.Back().Value.(*cacheEntry[V]) }
