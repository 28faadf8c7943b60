package admission

import (
	"context"
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// sizedCache keeps the values that were asked for last, up to a number of bytes. A value is on the account of the
// subject that brought it, until a second one asks for it; then it is everybody's. Who brings many makes room among
// its own, and what everybody asks for goes last. Before, sixteen large documents of one subject pushed out all others.
type sizedCache[V any] struct {
	most int

	mu       sync.Mutex
	entries     map[string]*cacheEntry[V]
	owners map[string]*lruList[V] // of subjects that have something
	owned  lruList[V]             // all that is on them
	shared   lruList[V]             // what is everybody's
}

// largestOf: a value that takes more than one in so many parts of the room is not kept.
const valueShare = 16

// shareOf: a subject has one in so many parts of the room, at most.
const ownerShare = 8

// placeBytes a value takes besides its own: its places in lists, and the account of a subject that brought nothing else.
const overheadBytes = 224

// everybodys is on whose account a value is that is everybody's.
const sharedOwner = ""

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

// put keeps a value that the subject of the context brought.
func (c *sizedCache[V]) put(ctx context.Context, key string, value V, size int) {
	size += overheadBytes
	if size > c.most/valueShare {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.entries[key]; ok { // two came at once
		c.touch(ctx, s)
		return
	}
	s := &cacheEntry[V]{key: key, value: value, size: size, owner: caller.Subject(ctx)}
	c.entries[key] = s
	c.insert(s)
}

// grow adds to the size of a value that is kept; false if it is not, or would be too large.
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

// asked has a value stay longer, and be on the account where it belongs now.
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

// accountOf is on whose account a value is after a further subject asked for it. An address is nobody's second: one
// citizen has a token, and asks without it too.
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

// shelve puts a value where the newest are, and makes room.
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

// charge puts a value on its account, which makes room for it.
func (c *sizedCache[V]) insertOwned(s *cacheEntry[V]) {
	account := c.owners[s.owner]
	if account == nil {
		account = &lruList[V]{}
		c.owners[s.owner] = account
	}
	s.ownerElement = account.add(s)
	for account.size > c.most/ownerShare {
		c.drop(account.oldest())
	}
}

// next is the value that makes room: what is everybody's goes last. But a quarter of the room is for what is brought:
// what everybody used, and nobody uses any more, would else keep all that is new out.
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
	account := c.owners[s.owner]
	if account.remove(s.ownerElement); account.Len() == 0 {
		delete(c.owners, s.owner)
	}
}
