package budget

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// Keep counts the bytes that a subscription keeps: shared bytes against
// its subject, its own bytes against all as well. Release the result when the
// subscription ends.
func (b *Budget) Keep(ctx context.Context, shared, own int) (quota.Held, *fault.Error) {
	if short := b.Room(shed.Subscription); short != nil {
		return quota.Held{}, short
	}
	held, full := b.kept.Hold(caller.Subject(ctx), shared+own, own)
	return held, b.noRoomToKeep(full)
}

// KeepMore counts what the same subscription keeps besides, against its subject: all
// subjects together are bounded by their connections.
func (b *Budget) KeepMore(held *quota.Held, own int) *fault.Error {
	return b.noRoomToKeep(held.GrowOwn(own))
}

// KeepShared counts the bytes that any number of subscriptions share, against all.
func (b *Budget) KeepShared(bytes int) (quota.Held, *fault.Error) {
	held, full := b.kept.Hold("", 0, bytes)
	return held, b.noRoomToKeep(full)
}

func (b *Budget) noRoomToKeep(full quota.Fullness) *fault.Error {
	switch full {
	case quota.FullOfSubject:
		return keepsTooMuch(b.cfg.Limits.KeptKiB)
	case quota.FullOfAll:
		return allKeepTooMuch()
	default:
		return nil
	}
}

// FreeBytes of each request are not counted: connections are.
const FreeBytes = 16 << 10

// Incoming is a request that is being read, or waits to be worked on.
type Incoming struct {
	by   *Budget
	held quota.Held
	size int
}

// Receive begins to count a request. Release it when nothing of it is needed any more.
func (b *Budget) Receive() *Incoming { return &Incoming{by: b} }

// Grow counts bytes before they are read, against the subject of the context.
func (r *Incoming) Grow(ctx context.Context, bytes int) *fault.Error {
	r.size += bytes
	counted := min(bytes, r.size-FreeBytes)
	if counted <= 0 {
		return nil
	}
	if short := r.by.Room(shed.Body); short != nil {
		return short
	}
	if r.size-bytes <= FreeBytes { // the first that are counted
		r.held, _ = r.by.read.Hold(caller.Subject(ctx), 0, 0) // nothing always fits
	}
	return r.by.noRoomToRead(r.held.Grow(counted))
}

// Announced is why a request of that size would be refused before it is whole, as things
// are now. Nothing is counted: what a client announces takes no memory.
func (r *Incoming) Announced(ctx context.Context, bytes int) *fault.Error {
	if counted := bytes - FreeBytes; counted > 0 {
		return r.by.noRoomToRead(r.by.read.Room(caller.Subject(ctx), counted))
	}
	return nil
}

func (b *Budget) noRoomToRead(full quota.Fullness) *fault.Error {
	switch full {
	case quota.FullOfSubject:
		return readsTooMuch(b.cfg.Limits.ReadKiB)
	case quota.FullOfAll:
		return allReadTooMuch()
	default:
		return nil
	}
}

// Release gives the bytes back. It may be called again.
func (r *Incoming) Release() { r.held.Release() }

// Reading is how many bytes of requests are counted now.
func (b *Budget) Reading() int { return b.read.Total() }
