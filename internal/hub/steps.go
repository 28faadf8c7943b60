package hub

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/fault"
)

// Refresh is how long a follower trusts silence: a lost event delays a step by
// at most this.
const Refresh = 15 * time.Second

// Item is what a follower emits: a saga at one secuencia, or the error that ends it.
type Item struct {
	Saga eliminacion.Eliminacion
	Err  error
}

// Emit takes what a follower has to tell; it may wait until ctx ends.
type Emit func(ctx context.Context, i Item)

// Steps is a follower without a goroutine: somebody else listens for it. Follow
// and FollowCarpeta do, and the simulation.
type Steps interface {
	// Reread brings everything up to date from the store: first of all, and
	// whenever something may have been missed.
	Reread(ctx context.Context) error
	// Event takes one event of the topic.
	Event(ctx context.Context, a eliminacion.Aviso) error
	// Done reports whether there is nothing more to come.
	Done() bool
}

// listen follows a topic in a goroutine of its own, until the steps are done, one
// of them fails, or ctx ends; then it closes the channel.
func (h *Hub) listen(ctx context.Context, t Topic, steps func(Emit) Steps) <-chan Item {
	out := make(chan Item)
	emit := func(ctx context.Context, i Item) {
		select {
		case out <- i:
		case <-ctx.Done():
		}
	}
	go func() {
		defer close(out)
		sub := h.Subscribe(t) // before reading: nothing falls in between
		defer sub.Close()
		if err := sub.drive(ctx, steps(emit)); err != nil && ctx.Err() == nil {
			emit(ctx, Item{Err: err})
		}
	}()
	return out
}

// drive leads the steps by what the subscriber hears.
func (s *Subscriber) drive(ctx context.Context, f Steps) error {
	refresh := time.NewTicker(Refresh)
	defer refresh.Stop()
	err := f.Reread(ctx)
	for err == nil && !f.Done() {
		select {
		case <-ctx.Done():
			return nil
		case <-s.Gap():
			err = f.Reread(ctx)
		case <-refresh.C:
			err = f.Reread(ctx)
		case a, open := <-s.Events():
			if !open {
				return ended(s.Why())
			}
			err = f.Event(ctx, *a)
		}
	}
	return err
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
