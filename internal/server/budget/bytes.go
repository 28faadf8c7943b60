package budget

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// Keep counts the bytes that a subscription keeps: shared bytes against
// its subject, its own bytes against all as well. Release the result when the
// subscription ends.
func (b *Budget) Keep(ctx context.Context, shared, own int) (quota.Held, *fault.Error) {
	held, full := b.kept.Hold(caller.Subject(ctx), shared+own, own)
	return held, b.noRoomToKeep(full)
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
	if r.size-bytes <= FreeBytes { // the first that are counted
		r.held, _ = r.by.read.Hold(caller.Subject(ctx), 0, 0) // nothing always fits
	}
	switch r.held.Grow(counted) {
	case quota.FullOfSubject:
		return readsTooMuch(r.by.cfg.Limits.ReadKiB)
	case quota.FullOfAll:
		return allReadTooMuch()
	default:
		return nil
	}
}

// Release gives the bytes back. It may be called again.
func (r *Incoming) Release() { r.held.Release() }
