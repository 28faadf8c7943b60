package admission

import (
	"container/list"
	"context"
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// sizedCache is an LRU cache whose size is in bytes, and which one subject cannot fill: sixteen large documents of one would
// else push out all others. The subject that brought a value owns it, until a second one asks for it; then the value is
// shared. An owner of many values evicts its own, and shared values are evicted last.
type sizedCache[V any] struct {
	most int // bytes

	mu      sync.Mutex
	entries map[string]*cacheEntry[V]
	owners  map[string]*lruList[V] // the values of each owner
	owned   lruList[V]             // the values of all owners
	shared  lruList[V]
}

const (
	valueShare = 16 // a value of more than a 16th of the size is not kept
	ownerShare = 8  // an owner has an eighth of the size at most

	// overheadBytes are counted for each value: its places in the lists, and an owner that has nothing else.
	overheadBytes = 224

	sharedOwner = "" // of a value that is shared
)

func newSizedCache[V any](most int) *sizedCache[V] {
	return &sizedCache[V]{most: most, entries: map[string]*cacheEntry[V]{}, owners: map[string]*lruList[V]{}}
}

// get finds a value for the subject of the context.
func (c *sizedCache[V]) get(ctx context.Context, key string) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.entries[key]
	if ok {
		value = s.value
		c.touch(ctx, s)
	}
	return value, ok
}

// put keeps a value, whose owner is the subject of the context.
func (c *sizedCache[V]) put(ctx context.Context, key string, value V, size int) {
	size += overheadBytes
	if size > c.most/valueShare {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.entries[key]; ok { // two requests brought it at once
		c.touch(ctx, s)
		return
	}
	s := &cacheEntry[V]{key: key, value: value, size: size, owner: caller.Subject(ctx)}
	c.entries[key] = s
	c.insert(s)
}

// grow adds to the size of a value; false if the value is not kept, or would be too large.
func (c *sizedCache[V]) grow(key string, by int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.entries[key]
	if !ok || s.size+by > c.most/valueShare {
		return false
	}
	c.unlink(s)
	s.size += by
	c.insert(s)
	return true
}

// touch makes a value the most recently used, and corrects its owner.
func (c *sizedCache[V]) touch(ctx context.Context, s *cacheEntry[V]) {
	if s.owner == sharedOwner {
		c.shared.MoveToFront(s.element)
		return
	}
	if of := ownerAfter(s.owner, caller.Subject(ctx)); of != s.owner {
		c.unlink(s)
		s.owner = of
		c.insert(s)
		return
	}
	c.owned.MoveToFront(s.element)
	c.owners[s.owner].MoveToFront(s.ownerElement)
}

// ownerAfter is the owner of a value after a second subject asked for it. An address beside a subject with a token does not
// count as a second one: the same person may ask with the token and without it.
func ownerAfter(first, second string) string {
	switch {
	case first == second, !caller.IsAddress(first) && caller.IsAddress(second):
		return first
	case caller.IsAddress(first) && !caller.IsAddress(second):
		return second
	default:
		return sharedOwner
	}
}

// insert makes a value the most recently used one, and evicts others until it fits.
func (c *sizedCache[V]) insert(s *cacheEntry[V]) {
	if s.owner == sharedOwner {
		s.element = c.shared.add(s)
	} else {
		s.element = c.owned.add(s)
		c.insertOwned(s)
	}
	for c.shared.size+c.owned.size > c.most {
		c.drop(c.victim())
	}
}

// insertOwned adds a value to those of its owner, and evicts others of the same owner until it fits.
func (c *sizedCache[V]) insertOwned(s *cacheEntry[V]) {
	own := c.owners[s.owner]
	if own == nil {
		own = &lruList[V]{}
		c.owners[s.owner] = own
	}
	s.ownerElement = own.add(s)
	for own.size > c.most/ownerShare {
		c.drop(own.oldest())
	}
}

// victim is the value that is evicted next: shared ones last, but they may fill three quarters of the size only. Shared
// values that nobody uses any more would else keep new ones out.
func (c *sizedCache[V]) victim() *cacheEntry[V] {
	if c.shared.size > c.most-c.most/4 || c.owned.Len() == 0 {
		return c.shared.oldest()
	}
	return c.owned.oldest()
}

func (c *sizedCache[V]) drop(s *cacheEntry[V]) {
	c.unlink(s)
	delete(c.entries, s.key)
}

func (c *sizedCache[V]) unlink(s *cacheEntry[V]) {
	if s.owner == sharedOwner {
		c.shared.remove(s.element)
		return
	}
	c.owned.remove(s.element)
	own := c.owners[s.owner]
	if own.remove(s.ownerElement); own.Len() == 0 {
		delete(c.owners, s.owner)
	}
}

// cacheEntry is a value, its size, and its places in the lists.
type cacheEntry[V any] struct {
	key   string
	value V
	size  int
	owner string

	element      *list.Element // in owned or shared
	ownerElement *list.Element // in the list of its owner, if it has one
}

// lruList holds values, the most recently used first. The zero value is empty.
type lruList[V any] struct {
	list.List // of *sized[V]

	size int
}

func (l *lruList[V]) add(s *cacheEntry[V]) *list.Element {
	l.size += s.size
	return l.PushFront(s)
}

func (l *lruList[V]) remove(at *list.Element) { l.size -= l.Remove(at).(*cacheEntry[V]).size } // the list holds nothing else

// oldest is the least recently used value; there must be one.
func (l *lruList[V]) oldest() *cacheEntry[V] { return l.Back().Value.(*cacheEntry[V]) }
