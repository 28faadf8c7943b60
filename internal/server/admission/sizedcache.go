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
	kept     map[string]*sized[V]
	accounts map[string]*shelf[V] // of subjects that have something
	brought  shelf[V]             // all that is on them
	common   shelf[V]             // what is everybody's
}

// largestOf: a value that takes more than one in so many parts of the room is not kept.
const largestOf = 16

// shareOf: a subject has one in so many parts of the room, at most.
const shareOf = 8

// placeBytes a value takes besides its own: its places in lists, and the account of a subject that brought nothing else.
const placeBytes = 224

// everybodys is on whose account a value is that is everybody's.
const everybodys = ""

func newSizedCache[V any](most int) *sizedCache[V] {
	return &sizedCache[V]{most: most, kept: map[string]*sized[V]{}, accounts: map[string]*shelf[V]{}}
}

// get finds a value for the subject of the context.
func (c *sizedCache[V]) get(ctx context.Context, key string) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.kept[key]
	if ok {
		value = s.value
		c.asked(ctx, s)
	}
	return value, ok
}

// put keeps a value that the subject of the context brought.
func (c *sizedCache[V]) put(ctx context.Context, key string, value V, size int) {
	size += placeBytes
	if size > c.most/largestOf {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.kept[key]; ok { // two came at once
		c.asked(ctx, s)
		return
	}
	s := &sized[V]{key: key, value: value, size: size, of: caller.Subject(ctx)}
	c.kept[key] = s
	c.shelve(s)
}

// grow adds to the size of a value that is kept; false if it is not, or would be too large.
func (c *sizedCache[V]) grow(key string, by int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.kept[key]
	if !ok || s.size+by > c.most/largestOf {
		return false
	}
	c.unshelve(s)
	s.size += by
	c.shelve(s)
	return true
}

// asked has a value stay longer, and be on the account where it belongs now.
func (c *sizedCache[V]) asked(ctx context.Context, s *sized[V]) {
	if s.of == everybodys {
		c.common.MoveToFront(s.among)
		return
	}
	if of := accountOf(s.of, caller.Subject(ctx)); of != s.of {
		c.unshelve(s)
		s.of = of
		c.shelve(s)
		return
	}
	c.brought.MoveToFront(s.among)
	c.accounts[s.of].MoveToFront(s.own)
}

// accountOf is on whose account a value is after a further subject asked for it. An address is nobody's second: one
// citizen has a token, and asks without it too.
func accountOf(first, second string) string {
	switch {
	case first == second, !caller.IsAddress(first) && caller.IsAddress(second):
		return first
	case caller.IsAddress(first) && !caller.IsAddress(second):
		return second
	default:
		return everybodys
	}
}

// shelve puts a value where the newest are, and makes room.
func (c *sizedCache[V]) shelve(s *sized[V]) {
	if s.of == everybodys {
		s.among = c.common.add(s)
	} else {
		s.among = c.brought.add(s)
		c.charge(s)
	}
	for c.common.size+c.brought.size > c.most {
		c.drop(c.next())
	}
}

// charge puts a value on its account, which makes room for it.
func (c *sizedCache[V]) charge(s *sized[V]) {
	account := c.accounts[s.of]
	if account == nil {
		account = &shelf[V]{}
		c.accounts[s.of] = account
	}
	s.own = account.add(s)
	for account.size > c.most/shareOf {
		c.drop(account.oldest())
	}
}

// next is the value that makes room: what is everybody's goes last. But a quarter of the room is for what is brought:
// what everybody used, and nobody uses any more, would else keep all that is new out.
func (c *sizedCache[V]) next() *sized[V] {
	if c.common.size > c.most-c.most/4 || c.brought.Len() == 0 {
		return c.common.oldest()
	}
	return c.brought.oldest()
}

func (c *sizedCache[V]) drop(s *sized[V]) {
	c.unshelve(s)
	delete(c.kept, s.key)
}

func (c *sizedCache[V]) unshelve(s *sized[V]) {
	if s.of == everybodys {
		c.common.remove(s.among)
		return
	}
	c.brought.remove(s.among)
	account := c.accounts[s.of]
	if account.remove(s.own); account.Len() == 0 {
		delete(c.accounts, s.of)
	}
}
