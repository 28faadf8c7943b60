package budget

import (
	"context"
	"sync/atomic"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// Kept is the memory of a subscription. The zero value is nothing.
type Kept struct {
	by     *Budget
	held   quota.Reservation
	stream int // bytes of its stream
}

// Keep counts the memory of a subscription: shared bytes against its subject, its own bytes against all subjects as well.
// Release the result when the subscription ends.
func (b *Budget) Keep(ctx context.Context, shared, own int) (Kept, *fault.Error) {
	if short := b.CheckMemory(shed.Subscription); short != nil {
		return Kept{}, short
	}
	held, full := b.keep(caller.Subject(ctx), shared+own, own)
	return Kept{by: b, held: held}, full
}

// ResizeStream counts the bytes that the subscription's stream holds now, against its subject. There is no limit of them for
// all subjects: each stream has few, and the guard of memory refuses new subscriptions.
func (k *Kept) ResizeStream(bytes int) *fault.Error {
	if k.by == nil || bytes == k.stream {
		return nil
	}
	if full := k.by.keepError(k.held.GrowOwn(bytes - k.stream)); full != nil {
		return full
	}
	k.stream = bytes
	return nil
}

// Release frees all of it. It may be called again.
func (k *Kept) Release() {
	k.held.Release()
	*k = Kept{}
}

// KeepShared counts bytes that subscriptions of any subjects share.
func (b *Budget) KeepShared(bytes int) (quota.Reservation, *fault.Error) {
	return b.keep("", 0, bytes)
}

// keep reserves memory of subscriptions. If that of all is full, it evicts what is only cached, and tries again.
func (b *Budget) keep(subject string, ofSubject, ofAll int) (quota.Reservation, *fault.Error) {
	held, full := b.kept.Reserve(subject, ofSubject, ofAll)
	if full == quota.FullOfAll && b.evict != nil {
		b.evict()
		held, full = b.kept.Reserve(subject, ofSubject, ofAll)
	}
	return held, b.keepError(full)
}

// OnFull says how to evict all that KeepCached counts. It is called before anything is kept.
func (b *Budget) OnFull(evict func()) { b.evict = evict }

// KeepCached counts bytes that are kept only to save work; false if there is no room.
func (b *Budget) KeepCached(bytes int) (quota.Reservation, bool) {
	held, full := b.kept.Reserve("", 0, bytes)
	return held, full == quota.Fits
}

// Kept is how many bytes subscriptions keep.
func (b *Budget) Kept() int { return b.kept.Total() }

func (b *Budget) keepError(full quota.Fullness) *fault.Error {
	return errorOf(full, b.cfg.Limits.KeptKiB, keepsTooMuch, allKeepTooMuch)
}

// Allowance is the memory that the requests of a connection may hold without being counted; they share it, because a socket
// has a hundred of them at a time. The zero value is all of it.
type Allowance struct{ taken atomic.Int64 }

// take takes up to so many bytes of it.
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

// Incoming is a request that is being read, or waits to be worked on.
type Incoming struct {
	by            *Budget
	allowance     *Allowance
	held          quota.Reservation
	free, counted int // bytes of the allowance, and beyond it
}

// Receive begins to count a request of a connection. Release it when the request is needed no more.
func (b *Budget) Receive(free *Allowance) *Incoming { return &Incoming{by: b, allowance: free} }

// Grow counts bytes before they are read, against the subject of the context.
func (r *Incoming) Grow(ctx context.Context, bytes int) *fault.Error {
	free := r.allowance.take(bytes)
	r.free += free
	bytes -= free
	if bytes == 0 {
		return nil
	}
	if short := r.by.CheckMemory(shed.Body); short != nil {
		return short
	}
	if r.counted == 0 {
		r.held, _ = r.by.read.Reserve(caller.Subject(ctx), 0, 0) // nothing always fits
	}
	r.counted += bytes
	return r.by.readError(r.held.Grow(bytes))
}

// CheckSize returns an error if a request of that size would be refused before it is whole, as things are now. It counts
// nothing: a size that a client only announces takes no memory.
func (r *Incoming) CheckSize(ctx context.Context, bytes int) *fault.Error {
	if counted := bytes - int(FreeBytes-r.allowance.taken.Load()); counted > 0 {
		return r.by.readError(r.by.read.Check(caller.Subject(ctx), counted))
	}
	return nil
}

func (b *Budget) readError(full quota.Fullness) *fault.Error {
	return errorOf(full, b.cfg.Limits.ReadKiB, readsTooMuch, allReadTooMuch)
}

// Release frees the bytes. It may be called again.
func (r *Incoming) Release() {
	r.allowance.taken.Add(-int64(r.free))
	r.free = 0
	r.held.Release()
}

// Reading is how many bytes of requests are counted now.
func (b *Budget) Reading() int { return b.read.Total() }
