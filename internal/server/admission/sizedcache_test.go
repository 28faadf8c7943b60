package admission

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

const cacheRoom = 64 << 10

// TestTheOldestMakesRoom: what was used last stays, and what is too large is not kept.
func TestTheOldestMakesRoom(t *testing.T) {
	c, large := newSizedCache[string](cacheRoom), cacheRoom/valueShare-overheadBytes
	for i := range valueShare {
		c.put(fmt.Sprint(i), fmt.Sprint(i), large)
	}
	if _, ok := c.get("0"); !ok {
		t.Fatal("there is room for all of them")
	}
	c.put("new", "new", large)
	c.put("too large", "too large", large+1)
	for key, want := range map[string]bool{"0": true, "1": false, "2": true, "15": true, "new": true, "too large": false} {
		if value, ok := c.get(key); ok != want || ok && value != key {
			t.Errorf("%s: %q, %v", key, value, ok)
		}
	}
	if c.grow("2", 1) || c.grow("1", 1) {
		t.Error("a value became too large, or one that is gone grew")
	}
}

// TestCacheAddsUp: whatever happens, in whatever order.
func TestCacheAddsUp(t *testing.T) {
	c, rnd := newSizedCache[string](cacheRoom), rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		switch key := fmt.Sprint(rnd.IntN(200)); rnd.IntN(3) {
		case 0:
			c.put(key, key, rnd.IntN(cacheRoom/valueShare))
		case 1:
			c.get(key)
		case 2:
			c.grow(key, rnd.IntN(1<<10))
		}
		all := 0
		for _, s := range c.entries.Values() {
			all += s.size
		}
		if c.size != all || all > c.most {
			t.Fatalf("%d bytes are counted, %d are kept, of %d", c.size, all, c.most)
		}
	}
	if c.entries.Len() < 10 {
		t.Error("nothing was tried")
	}
}
