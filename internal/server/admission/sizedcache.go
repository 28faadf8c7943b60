package admission

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// sizedCache keeps the values that were asked for last, up to a number of bytes.
type sizedCache[V any] struct {
	most int

	mu   sync.Mutex
	kept *simplelru.LRU[string, sized[V]]
	size int
}

type sized[V any] struct {
	value V
	size  int
}

func newSizedCache[V any](most int) *sizedCache[V] {
	c := &sizedCache[V]{most: most}
	c.kept, _ = simplelru.NewLRU(1<<20, func(_ string, s sized[V]) { c.size -= s.size }) // fails for a size of 0 only
	return c
}

func (c *sizedCache[V]) get(key string) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.kept.Get(key)
	return s.value, ok
}

// put makes room: it drops the values that were not asked for longest. A value that takes a
// sixteenth of all the room is not kept: one does not push out all others.
func (c *sizedCache[V]) put(key string, value V, size int) {
	if size > c.most/16 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept.Contains(key) {
		return // two came at once
	}
	c.kept.Add(key, sized[V]{value, size})
	c.add(size)
}

// grow adds to the size of a value that is kept; false if it is not, or would be too large.
func (c *sizedCache[V]) grow(key string, by int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.kept.Peek(key)
	if !ok || s.size+by > c.most/16 {
		return false
	}
	c.kept.Add(key, sized[V]{s.value, s.size + by})
	c.add(by)
	return true
}

func (c *sizedCache[V]) add(size int) {
	c.size += size
	for c.size > c.most {
		c.kept.RemoveOldest()
	}
}
