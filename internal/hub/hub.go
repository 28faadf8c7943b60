// Package hub hands the events of sagas to the subscribers of this process. It
// never waits for one: who does not keep up is closed.
package hub

import (
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Buffer is how many events a subscriber may be behind before it is closed: those
// of some fifty deletions at once. All subscribers share the events themselves.
const Buffer = 256

// Topic is what a subscriber listens to: one saga, or all of a carpeta.
type Topic struct {
	EventoID  string
	CarpetaID string
}

// Hub fans events out. The zero value is not usable; use New.
type Hub struct {
	mu     sync.RWMutex
	topics map[Topic]map[*Subscriber]struct{}
	closed bool
	slow   func() // counts a subscriber closed for being slow
}

// New makes a hub; slow is called whenever a subscriber is dropped.
func New(slow func()) *Hub {
	return &Hub{topics: map[Topic]map[*Subscriber]struct{}{}, slow: slow}
}

// Subscriber receives events until one of its ends is reached.
type Subscriber struct {
	hub    *Hub
	topic  Topic
	events chan *eliminacion.Aviso
	gap    chan struct{} // capacity 1: something may have been missed
	once   sync.Once
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

// Subscribe starts listening. Call Close when done.
func (h *Hub) Subscribe(t Topic) *Subscriber {
	s := &Subscriber{hub: h, topic: t, events: make(chan *eliminacion.Aviso, Buffer), gap: make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		s.end(Shutdown)
		return s
	}
	if h.topics[t] == nil {
		h.topics[t] = map[*Subscriber]struct{}{}
	}
	h.topics[t][s] = struct{}{}
	return s
}

// Events is closed when the hub closes the subscriber; Why tells the reason.
func (s *Subscriber) Events() <-chan *eliminacion.Aviso { return s.events }

// Gap signals that events may have been missed: read the store again.
func (s *Subscriber) Gap() <-chan struct{} { return s.gap }

// Why is valid once Events is closed.
func (s *Subscriber) Why() Reason { return s.why }

// Close stops listening.
func (s *Subscriber) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.hub.forget(s)
}

// forget removes a subscriber; the caller holds the lock.
func (h *Hub) forget(s *Subscriber) {
	delete(h.topics[s.topic], s)
	if len(h.topics[s.topic]) == 0 {
		delete(h.topics, s.topic)
	}
}

// end closes the channel once; the caller holds the write lock, so nobody sends.
func (s *Subscriber) end(why Reason) {
	s.once.Do(func() {
		s.why = why
		close(s.events)
	})
}

// Publish hands an event to those who follow the saga or its carpeta.
func (h *Hub) Publish(a eliminacion.Aviso) {
	var slow []*Subscriber
	h.mu.RLock()
	for _, t := range []Topic{{EventoID: a.EventoID}, {CarpetaID: a.CarpetaID}} {
		for s := range h.topics[t] {
			select {
			case s.events <- &a:
			default:
				slow = append(slow, s)
			}
		}
	}
	h.mu.RUnlock()
	for _, s := range slow {
		h.drop(s)
	}
}

func (h *Hub) drop(s *Subscriber) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, listening := h.topics[s.topic][s]; !listening {
		return
	}
	h.forget(s)
	s.end(TooSlow)
	h.slow()
}

// Missed tells every subscriber that events may have been lost.
func (h *Hub) Missed() {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, subs := range h.topics {
		for s := range subs {
			select {
			case s.gap <- struct{}{}:
			default: // it has not looked at the last one yet
			}
		}
	}
}

// Count is the number of subscribers.
func (h *Hub) Count() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	n := 0
	for _, subs := range h.topics {
		n += len(subs)
	}
	return n
}

// Close ends every subscriber with reason Shutdown, and refuses new ones.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, subs := range h.topics {
		for s := range subs {
			s.end(Shutdown)
		}
	}
	clear(h.topics)
}
