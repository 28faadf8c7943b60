package listener

import "container/heap"

// heaviest holds things, and knows which weighs most. Whoever changes a weight says so.
type heaviest[T any] struct {
	things []*T
	weight func(*T) int
	at     func(*T) *int // where a thing keeps its position
}

func (h *heaviest[T]) add(x *T)    { heap.Push(h, x) }
func (h *heaviest[T]) remove(x *T) { heap.Remove(h, *h.at(x)) }
func (h *heaviest[T]) moved(x *T)  { heap.Fix(h, *h.at(x)) }

// first is the thing that weighs most; nil if there is none.
func (h *heaviest[T]) first() *T {
	if len(h.things) == 0 {
		return nil
	}
	return h.things[0]
}

// Len, Less, Swap, Push and Pop are for container/heap.
func (h *heaviest[T]) Len() int           { return len(h.things) }
func (h *heaviest[T]) Less(i, j int) bool { return h.weight(h.things[i]) > h.weight(h.things[j]) }

func (h *heaviest[T]) Swap(i, j int) {
	h.things[i], h.things[j] = h.things[j], h.things[i]
	*h.at(h.things[i]), *h.at(h.things[j]) = i, j
}

func (h *heaviest[T]) Push(x any) {
	*h.at(x.(*T)) = len(h.things)
	h.things = append(h.things, x.(*T))
}

func (h *heaviest[T]) Pop() any {
	last := len(h.things) - 1
	x := h.things[last]
	h.things[last] = nil
	h.things = h.things[:last]
	return x
}
