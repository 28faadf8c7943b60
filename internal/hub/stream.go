package hub

import (
	"context"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/fault"
)

// Stream is one subscription. It has no goroutine: whoever owns it calls Step
// when it is woken, never two at a time.
type Stream struct {
	hub   *Hub
	topic Topic
	steps Steps
	emit  Emit // of the Step under way

	wake    func()
	sub     *Subscriber
	refresh *time.Timer

	mu  sync.Mutex
	due bool // the store is to be read, whatever was heard
}

func newStream(h *Hub, t Topic, steps func(Emit) Steps) *Stream {
	s := &Stream{hub: h, topic: t}
	s.steps = steps(func(ctx context.Context, e *eliminacion.Eliminacion) { s.emit(ctx, e) })
	return s
}

// Start begins to listen. wake is called from other goroutines whenever Step has
// something to do; it must not wait, and must not call the Stream. The first Step
// needs no waking. Call Close when done.
func (s *Stream) Start(wake func()) {
	s.wake, s.due = wake, true
	s.sub = s.hub.Subscribe(s.topic, wake) // before the first reading: nothing falls in between
	s.refresh = time.AfterFunc(Refresh, s.stale)
}

// stale: silence was trusted long enough.
func (s *Stream) stale() {
	s.mu.Lock()
	s.due = true
	s.mu.Unlock()
	s.wake()
}

// Step does all that is to do now: it emits the saga's new steps, each once and in
// order. It reports whether there will be nothing more: after a terminal state, or
// with the error that ended the stream.
func (s *Stream) Step(ctx context.Context, emit Emit) (done bool, err error) {
	s.emit = emit
	defer func() { s.emit = nil }()
	for {
		why := s.sub.Why() // asked before the events: what came earlier is told first
		if s.mustRead() {
			err = s.steps.Reread(ctx)
			s.refresh.Reset(Refresh)
		} else if a := s.sub.Event(); a != nil {
			err = s.steps.Event(ctx, *a)
		} else if why != NotClosed {
			return true, ended(why)
		} else {
			return false, nil
		}
		if err != nil || s.steps.Done() {
			return true, err
		}
	}
}

// mustRead takes the signs that the store is to be read.
func (s *Stream) mustRead() bool {
	s.mu.Lock()
	due := s.due
	s.due = false
	s.mu.Unlock()
	return s.sub.Gap() || due
}

// Close stops listening. It may be called again, and before Start.
func (s *Stream) Close() {
	if s.sub != nil {
		s.refresh.Stop()
		s.sub.Close()
	}
}

// ended is the error for a subscriber that the hub closed.
func ended(why Reason) error {
	if why == TooSlow {
		return fault.New(fault.SlowSubscriber, "La suscripción se cerró porque no leyó a tiempo.").
			ConRecuperacion("Suscríbase de nuevo con despuesDe = la última secuencia recibida.")
	}
	return fault.New(fault.Unavailable, "El servidor se está deteniendo.").
		ConRecuperacion("Suscríbase de nuevo con despuesDe = la última secuencia recibida.")
}
