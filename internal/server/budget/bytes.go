package budget

import (
	"context"
	"sync/atomic"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// Kept is what a subscription keeps. The zero value is nothing.
type Kept struct {
	by      *Budget
	held    quota.Held
	follows int
}

// Keep counts the bytes that a subscription keeps: shared bytes against
// its subject, its own bytes against all as well. Release the result when the
// subscription ends.
func (b *Budget) Keep(ctx context.Context, shared, own int) (Kept, *fault.Error) {
	if short := b.Room(shed.Subscription); short != nil {
		return Kept{}, short
	}
	held, full := b.keep(caller.Subject(ctx), shared+own, own)
	return Kept{by: b, held: held}, full
}

// Follows counts the bytes that the same subscription follows now, more or fewer than before, against its subject. Those
// of all have no bound of their own: they are few of each of very many, and the guard of memory refuses new ones.
func (k *Kept) Follows(bytes int) *fault.Error {
	if k.by == nil || bytes == k.follows {
		return nil
	}
	if full := k.by.noRoomToKeep(k.held.GrowOwn(bytes - k.follows)); full != nil {
		return full
	}
	k.follows = bytes
	return nil
}

// Release gives all of it back. It may be called again.
func (k *Kept) Release() {
	k.held.Release()
	*k = Kept{}
}

// KeepShared counts the bytes that any number of subscriptions share, against all.
func (b *Budget) KeepShared(bytes int) (quota.Held, *fault.Error) {
	return b.keep("", 0, bytes)
}

func (b *Budget) keep(subject string, ofSubject, ofAll int) (held quota.Held, _ *fault.Error) {
	full := b.sparing(func() (full quota.Fullness) {
		held, full = b.kept.Hold(subject, ofSubject, ofAll)
		return full
	})
	return held, b.noRoomToKeep(full)
}

// sparing tries again without what is kept only to save work.
func (b *Budget) sparing(try func() quota.Fullness) quota.Fullness {
	full := try()
	if full == quota.FullOfAll && b.spare != nil {
		b.spare()
		full = try()
	}
	return full
}

// Spare says how to give up all that KeepSpare counts. It is called before anything is kept.
func (b *Budget) Spare(giveUp func()) { b.spare = giveUp }

// KeepSpare counts bytes that are kept only to save work, against all; false if there is no room.
func (b *Budget) KeepSpare(bytes int) (quota.Held, bool) {
	held, full := b.kept.Hold("", 0, bytes)
	return held, full == quota.Room
}

// Kept is how many bytes subscriptions keep.
func (b *Budget) Kept() int { return b.kept.Total() }

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

// Allowance is what a connection may hold without being counted. Its requests share it: a
// socket has a hundred of them at a time. The zero value is all of it.
type Allowance struct{ taken atomic.Int64 }

// take gives up to so many bytes of it.
func (a *Allowance) take(bytes int) int {
	for {
		taken := a.taken.Load()
		got := min(int64(bytes), FreeBytes-taken)
		if got <= 0 {
			return 0
		}
		if a.taken.CompareAndSwap(taken, taken+got) {
			return int(got)
		}
	}
}

func (a *Allowance) giveBack(bytes int) { a.taken.Add(int64(-bytes)) }

func (a *Allowance) left() int { return int(FreeBytes - a.taken.Load()) }

// Incoming is a request that is being read, or waits to be worked on.
type Incoming struct {
	by            *Budget
	free          *Allowance
	held          quota.Held
	mine, counted int // bytes of the allowance, and others
}

// Receive begins to count a request of a connection. Release it when nothing of it is needed
// any more.
func (b *Budget) Receive(free *Allowance) *Incoming { return &Incoming{by: b, free: free} }

// Grow counts bytes before they are read, against the subject of the context.
func (r *Incoming) Grow(ctx context.Context, bytes int) *fault.Error {
	mine := r.free.take(bytes)
	r.mine += mine
	bytes -= mine
	if bytes == 0 {
		return nil
	}
	if short := r.by.Room(shed.Body); short != nil {
		return short
	}
	if r.counted == 0 {
		r.held, _ = r.by.read.Hold(caller.Subject(ctx), 0, 0) // nothing always fits
	}
	r.counted += bytes
	return r.by.noRoomToRead(r.held.Grow(bytes))
}

// Announced is why a request of that size would be refused before it is whole, as things
// are now. Nothing is counted: what a client announces takes no memory.
func (r *Incoming) Announced(ctx context.Context, bytes int) *fault.Error {
	if counted := bytes - r.free.left(); counted > 0 {
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
func (r *Incoming) Release() {
	r.free.giveBack(r.mine)
	r.mine = 0
	r.held.Release()
}

// Reading is how many bytes of requests are counted now.
func (b *Budget) Reading() int { return b.read.Total() }
