package budget

import (
	"container/list"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// FreeBytes of the requests of a connection are not counted, because connections are limited. Neither are as many bytes of
// an answer.
const FreeBytes = 16 << 10

// slowReader is an answer, in the metrics, that was aborted: its client read slowly while others had no room for theirs.
const slowReader = "sin_recibir"

// slowAfter is how long a client may take for an answer whose room others need.
const slowAfter = time.Second

// answerBuffer limits the memory of answers that are not sent yet. It knows those that are sent now, the oldest first: a few
// subjects that read nothing could else keep the room of all for as long as an answer may take.
type answerBuffer struct {
	kib     int // of each subject
	bytes   *quota.Bytes
	clock   func() time.Time
	aborted func() // counts an answer that was aborted

	mu     sync.Mutex
	active list.List // of *activeSend
}

type activeSend struct {
	since          time.Time
	abort, release func()
}

// newAnswerBuffer has room for so many KiB of each subject, and of all.
func newAnswerBuffer(each, all int, clock func() time.Time, refused func(what string)) *answerBuffer {
	return &answerBuffer{kib: each, bytes: quota.NewBytes(each<<10, all<<10), clock: clock, aborted: func() { refused(slowReader) }}
}

func (a *answerBuffer) begin(subject string, expected int) (*Outgoing, *fault.Error) {
	size := max(expected-FreeBytes, 0)
	full := a.makeRoom(func() quota.Fullness { return a.bytes.Check(subject, max(size, 1)) })
	if full != quota.Fits {
		return &Outgoing{in: a}, a.errorOf(full)
	}
	held, full := a.bytes.Reserve(subject, size, size)
	return &Outgoing{in: a, held: held, size: size}, a.errorOf(full)
}

func (a *answerBuffer) beginEmpty(subject string) *Outgoing {
	held, _ := a.bytes.Reserve(subject, 0, 0) // nothing always fits
	return &Outgoing{in: a, held: held}
}

func (a *answerBuffer) errorOf(full quota.Fullness) *fault.Error {
	return errorOf(full, a.kib, answersTooMuch, allAnswersTooMuch)
}

// makeRoom tries to reserve, and aborts slow answers until that succeeds or none is left. A subject that holds too much by
// itself makes nobody else end: it reads its own answers.
func (a *answerBuffer) makeRoom(try func() quota.Fullness) quota.Fullness {
	for {
		full := try()
		if full != quota.FullOfAll || !a.abortSlowest() {
			return full
		}
	}
}

// abortSlowest aborts the oldest answer, unless it is younger than slowAfter.
func (a *answerBuffer) abortSlowest() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	first := a.active.Front()
	if first == nil {
		return false
	}
	slow := first.Value.(*activeSend) // the list holds nothing else
	if a.clock().Sub(slow.since) < slowAfter {
		return false
	}
	a.active.Remove(first)
	slow.abort() // with the lock held: once the answer is sent, its connection serves another one
	slow.release()
	a.aborted()
	return true
}

// Outgoing is an answer until it is sent.
type Outgoing struct {
	in *answerBuffer

	mu   sync.Mutex
	held quota.Reservation
	size int // bytes that are counted
}

// Resize counts the bytes that the answer has now, in place of those that were counted before. Without room for them
// nothing changes, and the error says why.
func (o *Outgoing) Resize(bytes int) *fault.Error {
	return o.in.errorOf(o.in.makeRoom(func() quota.Fullness { return o.resize(bytes) }))
}

func (o *Outgoing) resize(bytes int) (full quota.Fullness) {
	o.mu.Lock()
	defer o.mu.Unlock()
	more := max(bytes-FreeBytes, 0) - o.size
	if more > 0 {
		full = o.held.Grow(more)
	} else {
		o.held.ForceGrow(more)
	}
	if full == quota.Fits {
		o.size += more
	}
	return full
}

// ForceResize is Resize for the answer of a mutation, which is sent also where there is no room: its work is done.
func (o *Outgoing) ForceResize(bytes int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	more := max(bytes-FreeBytes, 0) - o.size
	o.held.ForceGrow(more)
	o.size += more
}

// Release frees the bytes. It may be called again.
func (o *Outgoing) Release() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.held.Release()
	o.size = 0
}

// StartSending says that the answer is being written, until sent is called. If others find no room meanwhile, abort may be
// called: it ends the connection of a client that reads too slowly, and must not block.
func (o *Outgoing) StartSending(abort func()) (sent func()) {
	o.mu.Lock()
	size := o.size
	o.mu.Unlock()
	if size <= 0 {
		return func() {}
	}
	a := o.in
	a.mu.Lock()
	defer a.mu.Unlock()
	at := a.active.PushBack(&activeSend{a.clock(), abort, o.Release})
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.active.Remove(at) // nothing happens if it was aborted
	}
}
