package hub

import (
	"context"
	"errors"
	"math"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// Stream is one subscription. It has no goroutine: its owner calls Step
// when it is woken, never two at a time. Idle ones are many, and hold little.
type Stream struct {
	sub   Subscriber
	steps Steps
	emit  EmitEvent // of the Step under way
	later bool      // Resume is next
	rows  int       // that were read and nobody has paid
}

func newStream(h *Hub, t Topic, steps func(Emit) Steps) *Stream {
	return newStreamOf(h, t, func(emit EmitEvent) Steps {
		return steps(func(ctx context.Context, e *eliminacion.Eliminacion) error { return emit(ctx, e) })
	})
}

func newStreamOf(h *Hub, t Topic, steps func(EmitEvent) Steps) *Stream {
	s := &Stream{sub: Subscriber{hub: h, topic: t}}
	s.steps = steps(func(ctx context.Context, event any) error { return s.emit(ctx, event) })
	return s
}

// Keeps is about how many bytes the stream keeps now beside what every stream has.
func (s *Stream) Keeps() int {
	if k, ok := s.steps.(interface{ keeps() int }); ok {
		return k.keeps()
	}
	return 0
}

// Start begins to listen. wake is called from other goroutines whenever Step has
// something to do; it must not wait, and must not call the Stream. The first Step
// needs no waking. Call Close when done.
func (s *Stream) Start(wake func()) {
	s.sub.wake, s.sub.gap = wake, true // the first reading follows: nothing falls in between
	s.sub.hub.listen(&s.sub)
	s.sub.hub.watch()
}

// Step does all that is to do now: it emits the saga's new steps, each once and in
// order. It reports whether there will be nothing more: after a terminal state, or
// with the error that ended the stream. When emit says ErrLater, Step returns, and the
// next Step begins with the same news; emit's owner calls it, nobody wakes it.
func (s *Stream) Step(ctx context.Context, emit EmitEvent) (done bool, err error) {
	s.emit = emit
	defer func() { s.emit = nil }()
	for {
		why := s.sub.Why() // asked before the events: the earlier ones are sent first
		if s.later {
			s.later, err = false, s.counted(ctx, s.steps.Resume)
		} else if s.sub.Gap() {
			err = s.counted(ctx, s.steps.Reread)
		} else if a := s.sub.Event(); a != nil {
			err = s.steps.Event(ctx, a)
		} else if why != NotClosed {
			return true, ended(why)
		} else {
			return false, nil
		}
		if errors.Is(err, ErrLater) {
			s.later = true
			return false, nil
		}
		if err != nil || s.steps.Done() {
			return true, err
		}
	}
}

// counted counts the rows that a step reads for this stream. Events go to ten thousand streams, and most of them need no
// reading: they are not counted.
func (s *Stream) counted(ctx context.Context, step func(context.Context) error) error {
	ctx, tab := quota.WithTab(ctx, math.MaxInt) // what is begun is sent whole
	defer func() { s.rows += tab.Spent() }()
	return step(ctx)
}

// ReadsMuch reports whether the next Step begins by reading what there is of a carpeta. A deletion is one row.
func (s *Stream) ReadsMuch() bool {
	_, gap := s.sub.Waiting()
	return gap && !s.later && s.sub.topic.CarpetaID != ""
}

// Rows is how many rows of the store were read for this stream since it was asked last.
func (s *Stream) Rows() (n int) {
	n, s.rows = s.rows, 0
	return n
}

// Close stops listening. It may be called again, and before Start.
func (s *Stream) Close() { s.sub.Close() }

// ended is the error for a subscriber that the hub closed.
func ended(why Reason) error {
	err := fault.New(fault.Unavailable, "El servidor se está deteniendo.")
	if why == TooSlow {
		err = fault.Plain(fault.SlowSubscriber)
	}
	return err.WithRecuperacion("Suscríbase de nuevo con despuesDe = la última secuencia recibida.")
}
