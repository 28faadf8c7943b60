package quota

import "sync"

// Surplus counts what subjects hold beyond a part that each has free, against one bound of all. So many that hold little
// are not refused for a few that hold much. Nothing is kept of a subject that holds nothing.
type Surplus struct {
	free, all int

	mu    sync.Mutex
	held  map[string]int
	total int // beyond the free parts
}

// NewSurplus makes the account; 0 of all: any number.
func NewSurplus(free, all int) *Surplus {
	return &Surplus{free: free, all: all, held: map[string]int{}}
}

// Add counts more bytes of a subject, or fewer; false, and nothing is counted, if there is no room for more.
func (s *Surplus) Add(subject string, bytes int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.held[subject]
	after := before + bytes
	more := max(after-s.free, 0) - max(before-s.free, 0)
	if more > 0 && s.all > 0 && s.total+more > s.all {
		return false
	}
	s.total += more
	if s.held[subject] = after; after <= 0 {
		delete(s.held, subject)
	}
	return true
}
