package auth

import (
	"crypto/sha256"

	lru "github.com/hashicorp/golang-lru/v2"
)

// maxVerified bounds the memory: about half a KiB for each. Only tokens that
// the issuer signed get in.
const maxVerified = 4096

// memory remembers tokens whose signature was found good, because checking
// one costs more than all else that admits a request. A token is known by its
// hash: no usable token stays in memory.
//
// An entry holds for the key set that verified it, while that set is in use and
// need not be fetched again. So a key that is withdrawn or rotated stops working
// exactly when it would without this memory. Claims, expiry among them, are
// checked every time.
type memory struct {
	lru *lru.Cache[[sha256.Size]byte, verified]
}

type verified struct {
	by     *keySet
	claims claims
}

func newVerified() memory {
	c, _ := lru.New[[sha256.Size]byte, verified](maxVerified) // fails for a size of 0 only
	return memory{c}
}

func (m memory) find(thumbprint [sha256.Size]byte, inUse *keySet) (claims, bool) {
	v, ok := m.lru.Get(thumbprint)
	if !ok || inUse == nil || v.by != inUse {
		return claims{}, false
	}
	return v.claims, true
}

func (m memory) remember(thumbprint [sha256.Size]byte, by *keySet, r claims) {
	if by != nil {
		m.lru.Add(thumbprint, verified{by, r})
	}
}

func (m memory) forget(thumbprint [sha256.Size]byte) { m.lru.Remove(thumbprint) }
