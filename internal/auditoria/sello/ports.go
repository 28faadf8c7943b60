package sello

import (
	"context"
	"time"
)

// Objects is where a log lies. Keys are paths: letters, digits, dots, dashes and slashes.
type Objects interface {
	// Get returns a whole object, or fault.NotFound.
	Get(ctx context.Context, key string) ([]byte, error)
	// Put writes once: whole or not at all, durable when it returns. The same bytes again
	// are no error; other bytes under the same key are fault.Conflict.
	Put(ctx context.Context, key string, data []byte) error
	// Delete takes an object away; one that is not there is no error.
	Delete(ctx context.Context, key string) error
	Fence
}

// Fence replaces an object only if nobody else did. Of two swaps from one version one
// succeeds, whatever the processes believe of each other.
type Fence interface {
	// Load returns the object and its version, or fault.NotFound.
	Load(ctx context.Context, key string) (data []byte, version string, err error)
	// Swap replaces the object of this version ("": none is there), or is fault.Conflict.
	Swap(ctx context.Context, key, version string, data []byte) error
}

// Leaf is an entry that waits for its seal.
type Leaf struct {
	ID     string
	Entry  []byte    // of events: their commitment (verify.Commit)
	Since  time.Time // when it was recorded
	Urgent bool      // a receipt waits for it: seal at once
}

// Pending is what a source has for the log.
type Pending struct {
	Sealed int64 // entries that Source.Sealed has been called for; it is counted last
	Leaves []Leaf
}

// Source holds the entries before they are sealed. Both calls see each other's effects at
// once: an index that lags behind would have an entry sealed twice.
type Source interface {
	// Pending returns the oldest entries that wait, at most so many.
	Pending(ctx context.Context, limit int) (Pending, error)
	// Sealed records that these entries have the numbers first, first+1, …; the same again
	// changes nothing. When it returns, Pending returns none of them.
	Sealed(ctx context.Context, first int64, ids []string) error
}
