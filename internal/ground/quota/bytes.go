package quota

import "sync"

// Bytes counts what the process holds: against the subject that it is held for, and
// against one budget of all. Nothing is kept of a subject for whom nothing is held.
type Bytes struct {
	each, all int

	mu    sync.Mutex
	held  map[string]int
	total int
}

// NewBytes makes the account; each is the bound for one subject, all the bound for all of
// them. 0 of either: any number.
func NewBytes(each, all int) *Bytes { return &Bytes{each: each, all: all, held: map[string]int{}} }

// Fullness is why nothing more is held.
type Fullness int

// The reasons.
const (
	Room Fullness = iota // there is no reason
	FullOfSubject
	FullOfAll
)

// Held is the count of one thing. The zero value is nothing.
type Held struct {
	by             *Bytes
	subject        string
	ofSubject, all int
}

// Hold counts bytes: as many against the subject, and as many against all, which are
// fewer where subjects share. Call Release when they are held no more. If there is no
// room nothing is counted.
func (b *Bytes) Hold(subject string, ofSubject, ofAll int) (Held, Fullness) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if full := b.room(subject, ofSubject, ofAll); full != Room {
		return Held{}, full
	}
	b.held[subject] += ofSubject
	b.total += ofAll
	return Held{b, subject, ofSubject, ofAll}, Room
}

// Room is why so many bytes more would not be held now.
func (b *Bytes) Room(subject string, bytes int) Fullness {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.room(subject, bytes, bytes)
}

// room: nothing, or less, always fits, also where more is held than may be (Take).
func (b *Bytes) room(subject string, ofSubject, ofAll int) Fullness {
	switch {
	case b.each > 0 && ofSubject > 0 && b.held[subject]+ofSubject > b.each:
		return FullOfSubject
	case b.all > 0 && ofAll > 0 && b.total+ofAll > b.all:
		return FullOfAll
	default:
		return Room
	}
}

// Grow counts more bytes of the same thing, against its subject and against all.
func (h *Held) Grow(bytes int) Fullness {
	if h.by == nil {
		return Room
	}
	more, full := h.by.Hold(h.subject, bytes, bytes)
	h.ofSubject += more.ofSubject
	h.all += more.all
	return full
}

// GrowOwn counts more bytes of the same thing, or fewer, against its subject only.
func (h *Held) GrowOwn(bytes int) Fullness {
	if h.by == nil {
		return Room
	}
	more, full := h.by.Hold(h.subject, bytes, 0)
	h.ofSubject += more.ofSubject
	return full
}

// Take counts more bytes of the same thing, also where there is no room; or fewer.
func (h *Held) Take(bytes int) {
	if h.by == nil {
		return
	}
	h.by.mu.Lock()
	defer h.by.mu.Unlock()
	h.by.held[h.subject] += bytes
	h.by.total += bytes
	h.ofSubject += bytes
	h.all += bytes
}

// Release takes the bytes off. It may be called again.
func (h *Held) Release() {
	b := h.by
	if b == nil {
		return
	}
	h.by = nil
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total -= h.all
	if b.held[h.subject] -= h.ofSubject; b.held[h.subject] <= 0 {
		delete(b.held, h.subject)
	}
}

// Total is the sum for all.
func (b *Bytes) Total() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.total
}
