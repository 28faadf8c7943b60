package budget

import (
	"context"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// FreeBytes of the requests of a connection are not counted: connections are. Nor are as many of an answer.
const FreeBytes = 16 << 10

// answerBuffer is the room for answers that are not sent yet, and those of them that are written now.
type answerBuffer struct {
	kib     int // of each subject
	bytes   *quota.Bytes
	sending sending
}

// newAnswerBuffer has so much room, in KiB, for each subject and for all.
func newAnswerBuffer(each, all int, clock func() time.Time, refused func(what string)) *answerBuffer {
	return &answerBuffer{
		kib: each, bytes: quota.NewBytes(each<<10, all<<10),
		sending: sending{clock: clock, refused: func() { refused(unreceived) }},
	}
}

// begin counts an answer of which so many bytes are expected, if there is room.
func (b *answerBuffer) begin(ctx context.Context, expected int) (*Outgoing, *fault.Error) {
	subject, size := caller.Subject(ctx), max(expected-FreeBytes, 0)
	full := b.sending.makeRoom(func() quota.Fullness { return b.bytes.Room(subject, max(size, 1)) })
	if full != quota.Room {
		return &Outgoing{in: b}, b.noRoom(full)
	}
	held, full := b.bytes.Hold(subject, size, size)
	return &Outgoing{in: b, held: held, size: size}, b.noRoom(full)
}

// small begins to count what is sent also where there is no room, as long as it is small.
func (b *answerBuffer) small(ctx context.Context) *Outgoing {
	held, _ := b.bytes.Hold(caller.Subject(ctx), 0, 0) // nothing always fits
	return &Outgoing{in: b, held: held}
}

func (b *answerBuffer) noRoom(full quota.Fullness) *fault.Error {
	switch full {
	case quota.FullOfSubject:
		return answersTooMuch(b.kib)
	case quota.FullOfAll:
		return allAnswerTooMuch()
	default:
		return nil
	}
}

// Outgoing is an answer until it is sent.
type Outgoing struct {
	in *answerBuffer

	mu   sync.Mutex
	held quota.Held
	size int // that is counted
}

// Fits counts the bytes that the answer has, and no more those that were expected. If there is no room
// for them, it is not kept, and an error tells why.
func (o *Outgoing) Fits(bytes int) *fault.Error {
	return o.in.noRoom(o.in.sending.makeRoom(func() quota.Fullness { return o.grow(bytes) }))
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
	return o.in.sending.enter(cut, o.Release)
}
