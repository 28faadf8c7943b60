package admission

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// cacheRoom is that of the caches of these tests. The largest value of which two fill a share takes large.
const (
	cacheRoom = 64 << 10
	large     = cacheRoom / valueShare
	small     = large / 4
)

// cacheKit is a cache of names; who says nothing of an address has a token.
type cacheKit struct {
	*sizedCache[string]

	t *testing.T
}

func newCacheKit(t *testing.T) cacheKit {
	return cacheKit{newSizedCache[string](cacheRoom), t}
}

func (k cacheKit) citizen(name string) context.Context {
	return auth.WithPrincipal(k.t.Context(), auth.Principal{Sub: name, Roles: []auth.Role{auth.Ciudadano}})
}

func (k cacheKit) address(name string) context.Context {
	return caller.WithPeer(k.t.Context(), name)
}

// brings puts a value that takes so many bytes with its places.
func (k cacheKit) brings(who context.Context, key string, size int) {
	k.put(who, key, key, size-overheadBytes)
}

// has looks for a value, as its subject does.
func (k cacheKit) has(who context.Context, what, key string) {
	k.t.Helper()
	if value, ok := k.get(who, key); !ok || value != key {
		k.t.Errorf("%s is gone (%q)", what, value)
	}
}

// everybodys has two subjects ask for a value.
func (k cacheKit) everybodys(key string, size int) {
	k.brings(k.citizen("first"), key, size)
	k.has(k.citizen("second"), key, key)
}

// adds up what is kept, and looks for what does not agree.
func (k cacheKit) addsUp() {
	k.t.Helper()
	sums, all := map[string]int{}, 0
	for _, s := range k.entries {
		sums[s.owner] += s.size
		all += s.size
	}
	if got := k.owned.size + k.shared.size; got != all || got > k.most {
		k.t.Fatalf("%d and %d bytes are counted, %d are kept, of %d", k.owned.size, k.shared.size, all, k.most)
	}
	if got := k.owned.Len() + k.shared.Len(); got != len(k.entries) {
		k.t.Fatalf("%d values are on shelves, %d are kept", got, len(k.entries))
	}
	for who, account := range k.owners {
		if account.size != sums[who] || account.size > k.most/ownerShare || account.Len() == 0 {
			k.t.Fatalf("%s has %d values of %d bytes, %d are kept", who, account.Len(), account.size, sums[who])
		}
	}
	if delete(sums, sharedOwner); len(sums) != len(k.owners) {
		k.t.Fatalf("%d accounts of %d subjects", len(k.owners), len(sums))
	}
}

// TestOneSubjectPushesOutNobody: it makes room among its own. Before, sixteen large documents pushed out all others.
func TestOneSubjectPushesOutNobody(t *testing.T) {
	k := newCacheKit(t)
	const honest = 16
	for i := range honest {
		k.brings(k.citizen(fmt.Sprint("honest", i)), fmt.Sprint("own", i), small)
		k.everybodys(fmt.Sprint("all", i), small)
	}
	crowd := k.citizen("crowd")
	for i := range 10 * valueShare {
		k.brings(crowd, fmt.Sprint("large", i), large)
		k.has(crowd, "what was just brought", fmt.Sprint("large", i))
		k.addsUp()
	}
	for i := range honest {
		k.has(k.citizen(fmt.Sprint("honest", i)), "one's own", fmt.Sprint("own", i))
		k.has(k.citizen("third"), "everybody's", fmt.Sprint("all", i))
	}
	if len(k.entries) != 2*honest+cacheRoom/ownerShare/large {
		t.Errorf("%d values are kept: the crowd has not its share", len(k.entries))
	}
}

// TestManySubjectsPushOutWhatOneUses: a thousand have no more than the room, and what is everybody's stays.
func TestManySubjectsPushOutWhatOneUses(t *testing.T) {
	k := newCacheKit(t)
	for i := range valueShare / 2 {
		k.everybodys(fmt.Sprint("all", i), large)
	}
	for i := range 1000 {
		k.brings(k.citizen(fmt.Sprint("one of many ", i)), fmt.Sprint("large", i), large)
		k.addsUp()
	}
	for i := range valueShare / 2 {
		k.has(k.citizen("third"), "everybody's", fmt.Sprint("all", i))
	}
	if len(k.entries) != valueShare {
		t.Errorf("%d values are kept, there is room for %d", len(k.entries), valueShare)
	}
}

// TestWhatNobodyUsesAnyMoreMakesRoom: an application's new version brings new documents, while the old ones are
// everybody's and fill all the room.
func TestWhatNobodyUsesAnyMoreMakesRoom(t *testing.T) {
	k := newCacheKit(t)
	for version := range 5 {
		for i := range valueShare {
			k.everybodys(fmt.Sprint(version, " ", i), large)
			k.addsUp()
		}
		k.has(k.citizen("third"), "what was just brought", fmt.Sprint(version, " ", valueShare-1))
	}
	if first := "4 0"; k.entries[first] == nil {
		t.Error("older values were kept instead of", first)
	}
	k.brings(k.citizen("fourth"), "new", large)
	k.has(k.citizen("fourth"), "what one brings", "new")
	k.addsUp()
}

// TestWhoseAValueIs: two citizens make it everybody's, or two addresses. A citizen and an address may be one person.
func TestWhoseAValueIs(t *testing.T) {
	for name, c := range map[string]struct{ first, second, want string }{
		"the same citizen":       {"sub a", "sub a", "sub a"},
		"two citizens":           {"sub a", "sub b", sharedOwner},
		"a citizen, an entity":   {"sub a", "entidad b", sharedOwner},
		"the same address":       {"ip a", "ip a", "ip a"},
		"two addresses":          {"ip a", "ip b", sharedOwner},
		"then without the token": {"sub a", "ip a", "sub a"},
		"then with a token":      {"ip a", "sub a", "sub a"},
	} {
		if got := ownerAfter(c.first, c.second); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
	k := newCacheKit(t)
	k.brings(k.address("a"), "x", large)
	for range 3 {
		k.has(k.citizen("a"), "another's", "x")
		k.has(k.address("a"), "another's", "x")
	}
	if k.addsUp(); k.shared.size != 0 || len(k.owners) != 1 {
		t.Errorf("%d bytes are everybody's, and there are %d accounts", k.shared.size, len(k.owners))
	}
}

// TestCacheAddsUp: whatever happens, in whatever order.
func TestCacheAddsUp(t *testing.T) {
	k, rnd := newCacheKit(t), rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		who, key := k.citizen(fmt.Sprint(rnd.IntN(20))), fmt.Sprint(rnd.IntN(200))
		if rnd.IntN(4) == 0 {
			who = k.address(fmt.Sprint(rnd.IntN(5)))
		}
		switch rnd.IntN(3) {
		case 0:
			k.brings(who, key, overheadBytes+rnd.IntN(large))
		case 1:
			k.get(who, key)
		case 2:
			k.grow(key, rnd.IntN(small))
		}
		k.addsUp()
	}
	if k.shared.Len() == 0 || k.owned.Len() == 0 {
		t.Error("nothing was tried")
	}
}
