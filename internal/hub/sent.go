package hub

import (
	"hash/maphash"
	"time"
)

// sentNews remember which news of documents, or looks, were sent, for as long as a reading can find
// them again: a number for each. Beyond maxSent they are forgotten, and may be sent twice.
type sentNews struct {
	when map[uint64]int64 // milliseconds
}

const maxSent = 16_384

var seed = maphash.MakeSeed()

// add notes news; false if they were sent already.
func (s *sentNews) add(id string, at time.Time) bool {
	key := hashOf(id)
	if _, known := s.when[key]; known {
		return false
	}
	if s.when == nil || len(s.when) >= maxSent {
		s.when = map[uint64]int64{}
	}
	s.when[key] = at.UnixMilli()
	return true
}

// forget drops what is older.
func (s *sentNews) forget(before time.Time) {
	for key, at := range s.when {
		if at < before.UnixMilli() {
			delete(s.when, key)
		}
	}
	if len(s.when) == 0 {
		s.when = nil // a map never shrinks
	}
}
