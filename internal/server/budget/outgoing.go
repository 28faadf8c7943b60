package budget

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// Outgoing is an answer until it is sent.
type Outgoing struct {
	by   *Budget
	held quota.Held
	size int // that is counted
}

// Answer begins to count an answer of which so many bytes are expected. Nothing was done
// yet: an error says why nothing shall be. Release the result when all is sent.
func (b *Budget) Answer(ctx context.Context, expected int) (*Outgoing, *fault.Error) {
	subject, size := caller.Subject(ctx), max(expected-FreeBytes, 0)
	if full := b.answers.Room(subject, max(size, 1)); full != quota.Room {
		return &Outgoing{}, b.noRoomToAnswer(full)
	}
	held, full := b.answers.Hold(subject, size, size)
	return &Outgoing{b, held, size}, b.noRoomToAnswer(full)
}

// Event begins to count what is sent of the events of a subscription. Small ones are sent
// also where there is no room. Release the result whenever all is sent.
func (b *Budget) Event(ctx context.Context) *Outgoing {
	held, _ := b.answers.Hold(caller.Subject(ctx), 0, 0) // nothing always fits
	return &Outgoing{by: b, held: held}
}

// Fits counts the bytes that the answer has. If there is no room for them, it is not kept,
// and an error tells why.
func (o *Outgoing) Fits(bytes int) *fault.Error {
	more := bytes - FreeBytes - o.size
	if more <= 0 {
		return nil
	}
	full := o.held.Grow(more)
	if full == quota.Room {
		o.size += more
	}
	return o.by.noRoomToAnswer(full)
}

// Take counts the bytes that the answer has, also where there is no room: what was done
// must be told.
func (o *Outgoing) Take(bytes int) {
	if more := bytes - FreeBytes - o.size; more > 0 {
		o.held.Take(more)
		o.size += more
	}
}

// Release gives the bytes back. It may be called again.
func (o *Outgoing) Release() { o.held.Release() }

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
