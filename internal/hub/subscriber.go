package hub

import (
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Subscriber keeps published events for a reader that takes them later. Idle ones
// are many, so nothing is held for them: no goroutine, no channel, and a queue
// only while there is something in it.
type Subscriber struct {
	hub   *Hub
	topic Topic
	wake  func()

	mu     sync.Mutex
	events []*eliminacion.Aviso
	gap    bool // something may have been missed
	why    Reason
}

// Reason is why a subscriber was closed by the hub.
type Reason int

// The reasons.
const (
	NotClosed Reason = iota
	TooSlow          // its buffer was full
	Shutdown         // the server is stopping
)

// Event takes the oldest event; nil without one.
func (s *Subscriber) Event() *eliminacion.Aviso {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.events) == 0 {
		return nil
	}
	a := s.events[0]
	if s.events = s.events[1:]; len(s.events) == 0 {
		s.events = nil
	}
	return a
}

// Gap takes the sign that events may have been missed: read the store again.
func (s *Subscriber) Gap() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	gap := s.gap
	s.gap = false
	return gap
}

// Waiting reports what there is to take.
func (s *Subscriber) Waiting() (events int, gap bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.events), s.gap
}

// Why is the reason for which the hub closed the subscriber. What it had heard
// before can still be taken.
func (s *Subscriber) Why() Reason {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.why
}

// Close stops listening.
func (s *Subscriber) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.hub.remove(s)
}

// put queues events, in a slice that others have too; false if there is no room.
func (s *Subscriber) put(all []*eliminacion.Aviso) bool {
	s.mu.Lock()
	if len(s.events) >= Buffer {
		s.mu.Unlock()
		return false
	}
	if s.events == nil {
		s.events = all[:len(all):len(all)] // who appends to it gets a copy
	} else {
		s.events = append(s.events, all...)
	}
	s.mu.Unlock()
	s.wake()
	return true
}

func (s *Subscriber) miss() {
	s.mu.Lock()
	s.gap = true
	s.mu.Unlock()
	s.wake()
}

// end says once why there will be nothing more.
func (s *Subscriber) end(why Reason) {
	s.mu.Lock()
	if s.why == NotClosed {
		s.why = why
	}
	s.mu.Unlock()
	s.wake()
}
