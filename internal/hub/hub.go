package hub

import (
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Buffer is how many events a subscriber may be behind before it is closed: those
// of some fifty deletions at once. All subscribers share the events themselves.
const Buffer = 256

// Topic is the subject of a subscription: one saga, all of a carpeta, whatever happens in it, or who looks at it.
type Topic struct {
	EventoID  string
	CarpetaID string
	Novedades bool // of the carpeta: its documents too
	Accesos   bool // looks at the carpeta, and nothing else
}

// Hub fans events out. The zero value is not usable; use New.
type Hub struct {
	mu     sync.RWMutex
	topics map[Topic]*audience
	closed bool
	slow   func()      // counts a subscriber closed for being slow
	rounds *time.Timer // of refresh.go; nil while no stream listens
}

// audience are those who listen to one topic.
type audience struct {
	answers
	subs   map[*Subscriber]struct{}
	silent int // rounds since all had to read the store
}

// New makes a hub; slow is called whenever a subscriber is dropped.
func New(slow func()) *Hub {
	return &Hub{topics: map[Topic]*audience{}, slow: slow}
}

// Subscribe starts listening. The publisher calls wake, with locks
// held, whenever there is something to take: it must neither wait nor call the hub. Call Close when done.
func (h *Hub) Subscribe(t Topic, wake func()) *Subscriber {
	s := &Subscriber{hub: h, topic: t, wake: wake}
	h.listen(s)
	return s
}

func (h *Hub) listen(s *Subscriber) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		s.end(Shutdown)
		return
	}
	a := h.topics[s.topic]
	if a == nil {
		a = &audience{subs: map[*Subscriber]struct{}{}}
		h.topics[s.topic] = a
	}
	a.subs[s] = struct{}{}
	a.outdate()
}

// remove takes a subscriber away, if it listens; the caller holds the lock.
func (h *Hub) remove(s *Subscriber) (listening bool) {
	a := h.topics[s.topic]
	if a == nil {
		return false
	}
	_, listening = a.subs[s]
	delete(a.subs, s)
	if len(a.subs) == 0 {
		delete(h.topics, s.topic)
	}
	return listening
}

// topicsOf are those who hear an event: of a document alone only news tell.
func topicsOf(a *eliminacion.Aviso) []Topic {
	if len(a.Miradas) > 0 {
		return []Topic{{CarpetaID: a.CarpetaID, Accesos: true}}
	}
	news := Topic{CarpetaID: a.CarpetaID, Novedades: true}
	if a.Novedad != "" {
		return []Topic{news}
	}
	return []Topic{{EventoID: a.EventoID}, {CarpetaID: a.CarpetaID}, news}
}

// Publish hands events of one saga or carpeta, that came together, to those who follow it. They share the events, and
// are woken once.
func (h *Hub) Publish(events ...eliminacion.Aviso) {
	if len(events) == 0 {
		return
	}
	all := make([]*eliminacion.Aviso, len(events))
	for i := range events {
		all[i] = &events[i]
	}
	var slow []*Subscriber
	h.mu.RLock()
	for _, t := range topicsOf(all[0]) {
		those := h.topics[t]
		if those == nil {
			continue
		}
		those.outdate()
		for s := range those.subs {
			if !s.put(all) {
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
	if !h.remove(s) {
		return
	}
	s.end(TooSlow)
	h.slow()
}

// Missed tells every subscriber that events may have been lost.
func (h *Hub) Missed() {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, a := range h.topics {
		a.miss()
	}
}

// miss has all of them read the store, together; the caller holds the hub's lock.
func (a *audience) miss() {
	a.outdate()
	for s := range a.subs {
		s.miss()
	}
}

// Wanted reports whether anybody listens. Who begins to while an event is on its way
// may miss it, and reads the store after that.
func (h *Hub) Wanted() bool {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.topics) > 0
}

// Count is the number of subscribers.
func (h *Hub) Count() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	n := 0
	for _, a := range h.topics {
		n += len(a.subs)
	}
	return n
}

// Close ends every subscriber with reason Shutdown, and refuses new ones.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, a := range h.topics {
		for s := range a.subs {
			s.end(Shutdown)
		}
	}
	clear(h.topics)
}
