package admission

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// sizedCache is an LRU cache whose size is in bytes.
type sizedCache[V any] struct {
	most int // bytes

	mu      sync.Mutex
	size    int
	entries *simplelru.LRU[string, sizedValue[V]]
}

type sizedValue[V any] struct {
	value V
	size  int
}

const (
	valueShare = 16 // a value of more than a 16th of the size is not kept

	// overheadBytes are counted for each value: its place in the list and in the map.
	overheadBytes = 224
)

func newSizedCache[V any](most int) *sizedCache[V] {
	c := &sizedCache[V]{most: most}
	c.entries, _ = simplelru.NewLRU(math.MaxInt, func(_ string, s sizedValue[V]) { c.size -= s.size }) // fails for a negative number of entries
	return c
}

func (c *sizedCache[V]) get(key string) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.entries.Get(key)
	return s.value, ok
}

// put keeps a value, unless there is one.
func (c *sizedCache[V]) put(key string, value V, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.entries.Get(key); !ok { // else two requests brought it at once
		c.set(key, sizedValue[V]{value, size + overheadBytes})
	}
}

// grow adds to the size of a value; false if the value is not kept, or would be too large.
func (c *sizedCache[V]) grow(key string, by int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.entries.Peek(key)
	if !ok || s.size+by > c.most/valueShare {
		return false
	}
	c.entries.Remove(key)
	s.size += by
	c.set(key, s)
	return true
}

// set makes a value the most recently used one, and evicts others until it fits.
func (c *sizedCache[V]) set(key string, s sizedValue[V]) {
	if s.size > c.most/valueShare {
		return
	}
	c.entries.Add(key, s)
	for c.size += s.size; c.size > c.most; {
		c.entries.RemoveOldest()
	}
}
