package quota

import "sync"

// Bytes limits the memory that the process holds for its clients: for each subject, and for all of them. It forgets a
// subject for whom nothing is held.
type Bytes struct {
	each, all int

	mu       sync.Mutex
	reserved map[string]int
	total    int
}

// NewBytes makes the limits; each is that of one subject, all that of all subjects. 0 of either: no limit.
func NewBytes(each, all int) *Bytes { return &Bytes{each: each, all: all, reserved: map[string]int{}} }

// Fullness says which limit leaves no room.
type Fullness int

// The values of Fullness.
const (
	Fits Fullness = iota // there is room
	FullOfSubject
	FullOfAll
)

// Reservation is the memory of one thing. The zero value is nothing.
type Reservation struct {
	by             *Bytes
	subject        string
	ofSubject, all int
}

// Reserve counts bytes: ofSubject against the subject, and ofAll against all, which are fewer where subjects share.
// Call Release when the memory is free again. Without room nothing is counted.
func (b *Bytes) Reserve(subject string, ofSubject, ofAll int) (Reservation, Fullness) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if full := b.check(subject, ofSubject, ofAll); full != Fits {
		return Reservation{}, full
	}
	b.reserved[subject] += ofSubject
	b.total += ofAll
	return Reservation{b, subject, ofSubject, ofAll}, Fits
}

// Check reports whether so many bytes could be reserved now.
func (b *Bytes) Check(subject string, bytes int) Fullness {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.check(subject, bytes, bytes)
}

// check lets zero or fewer bytes pass also beyond the limits, where ForceGrow has led.
func (b *Bytes) check(subject string, ofSubject, ofAll int) Fullness {
	switch {
	case b.each > 0 && ofSubject > 0 && b.reserved[subject]+ofSubject > b.each:
		return FullOfSubject
	case b.all > 0 && ofAll > 0 && b.total+ofAll > b.all:
		return FullOfAll
	default:
		return Fits
	}
}

// Grow reserves more bytes for the same thing.
func (r *Reservation) Grow(bytes int) Fullness { return r.grow(bytes, bytes) }

// GrowOwn reserves more bytes for the same thing, or fewer, against its subject only.
func (r *Reservation) GrowOwn(bytes int) Fullness { return r.grow(bytes, 0) }

func (r *Reservation) grow(ofSubject, ofAll int) Fullness {
	if r.by == nil {
		return Fits
	}
	more, full := r.by.Reserve(r.subject, ofSubject, ofAll)
	r.ofSubject += more.ofSubject
	r.all += more.all
	return full
}

// ForceGrow counts more bytes for the same thing also beyond the limits; or fewer bytes.
func (r *Reservation) ForceGrow(bytes int) {
	if r.by == nil {
		return
	}
	r.by.mu.Lock()
	defer r.by.mu.Unlock()
	r.by.reserved[r.subject] += bytes
	r.by.total += bytes
	r.ofSubject += bytes
	r.all += bytes
}

// Release frees the bytes. It may be called again.
func (r *Reservation) Release() {
	b := r.by
	if b == nil {
		return
	}
	r.by = nil
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total -= r.all
	if b.reserved[r.subject] -= r.ofSubject; b.reserved[r.subject] <= 0 {
		delete(b.reserved, r.subject)
	}
}

// Total is the sum for all.
func (b *Bytes) Total() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.total
}
