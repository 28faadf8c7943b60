package budget

import (
	"context"
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// Outgoing is an answer until it is sent.
type Outgoing struct {
	by *Budget

	mu   sync.Mutex
	held quota.Held
	size int // that is counted
}

// Answer begins to count an answer of which so many bytes are expected. Nothing was done
// yet: an error says why nothing shall be. Release the result when all is sent.
func (b *Budget) Answer(ctx context.Context, expected int) (*Outgoing, *fault.Error) {
	subject, size := caller.Subject(ctx), max(expected-FreeBytes, 0)
	full := b.sending.makeRoom(func() quota.Fullness { return b.answers.Room(subject, max(size, 1)) })
	if full != quota.Room {
		return &Outgoing{by: b}, b.noRoomToAnswer(full)
	}
	held, full := b.answers.Hold(subject, size, size)
	return &Outgoing{by: b, held: held, size: size}, b.noRoomToAnswer(full)
}

// Event begins to count what is sent of the events of a subscription. Small ones are sent
// also where there is no room. Release the result whenever all is sent.
func (b *Budget) Event(ctx context.Context) *Outgoing {
	held, _ := b.answers.Hold(caller.Subject(ctx), 0, 0) // nothing always fits
	return &Outgoing{by: b, held: held}
}

// Fits counts the bytes that the answer has, and no more those that were expected. If there is no room
// for them, it is not kept, and an error tells why.
func (o *Outgoing) Fits(bytes int) *fault.Error {
	return o.by.noRoomToAnswer(o.by.sending.makeRoom(func() quota.Fullness { return o.grow(bytes) }))
}

func (o *Outgoing) grow(bytes int) (full quota.Fullness) {
	o.mu.Lock()
	defer o.mu.Unlock()
	more := max(bytes-FreeBytes, 0) - o.size
	if more > 0 {
		full = o.held.Grow(more)
	} else {
		o.held.Take(more)
	}
	if full == quota.Room {
		o.size += more
	}
	return full
}

// Take counts the bytes that the answer has, also where there is no room: what was done
// must be told.
func (o *Outgoing) Take(bytes int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	more := max(bytes-FreeBytes, 0) - o.size
	o.held.Take(more)
	o.size += more
}

// Release gives the bytes back. It may be called again.
func (o *Outgoing) Release() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.held.Release()
	o.size = 0
}

// Sends says that the answer is written now, until sent is called. If others find no room, the one that has
// been written for longest makes it: cut ends the connection of a client that reads so slowly. It must
// not wait.
func (o *Outgoing) Sends(cut func()) (sent func()) {
	o.mu.Lock()
	size := o.size
	o.mu.Unlock()
	if size <= 0 {
		return func() {}
	}
	return o.by.sending.enter(cut, o.Release)
}

func (b *Budget) noRoomToAnswer(full quota.Fullness) *fault.Error {
	switch full {
	case quota.FullOfSubject:
		return answersTooMuch(b.cfg.Limits.AnswersKiB)
	case quota.FullOfAll:
		return allAnswerTooMuch()
	default:
		return nil
	}
}
