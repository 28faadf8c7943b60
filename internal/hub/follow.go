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

// Reader reads sagas as stored.
type Reader interface {
	Eliminacion(ctx context.Context, eventoID string) (eliminacion.Eliminacion, error)
}

// Item is what a follower emits: a saga at one secuencia, or the error that ends it.
type Item struct {
	Saga eliminacion.Eliminacion
	Err  error
}

// Follow emits a saga: every step after a secuencia (or, with after < 0, its
// present state), then each further step, once and in order. The channel is
// closed after a terminal state, after an error, or when ctx ends.
func (h *Hub) Follow(ctx context.Context, store Reader, eventoID string, after int64) <-chan Item {
	out := make(chan Item)
	go func() {
		defer close(out)
		sub := h.Subscribe(Topic{EventoID: eventoID}) // before reading: nothing falls in between
		defer sub.Close()
		f := follower{store: store, out: out, sent: after}
		if err := f.run(ctx, sub, eventoID); err != nil && ctx.Err() == nil {
			f.emit(ctx, Item{Err: err})
		}
	}()
	return out
}

// follower is the state of one Follow.
type follower struct {
	store Reader
	out   chan<- Item
	saga  eliminacion.Eliminacion // as last known
	sent  int64                   // last secuencia emitted
}

func (f *follower) run(ctx context.Context, sub *Subscriber, eventoID string) error {
	if err := f.reread(ctx, eventoID); err != nil {
		return err
	}
	refresh := time.NewTicker(Refresh)
	defer refresh.Stop()
	for !f.done() {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case <-sub.Gap():
			err = f.reread(ctx, eventoID)
		case <-refresh.C:
			err = f.reread(ctx, eventoID)
		case a, open := <-sub.Events():
			if !open {
				return ended(sub.Why())
			}
			err = f.event(ctx, a)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// done reports whether the terminal state has been emitted.
func (f *follower) done() bool { return f.saga.Estado.Terminal() && f.sent >= f.saga.Secuencia }

// event takes the next step from the message; anything but the next one is
// either old or a gap, which the store fills.
func (f *follower) event(ctx context.Context, a eliminacion.Aviso) error {
	switch {
	case a.Secuencia <= f.saga.Secuencia:
		return nil
	case a.Secuencia == f.saga.Secuencia+1:
		f.saga = f.saga.Aplicado(a)
		return f.send(ctx, f.saga)
	default:
		return f.reread(ctx, a.EventoID)
	}
}

// reread brings the saga up to date from the store and emits what is missing.
func (f *follower) reread(ctx context.Context, eventoID string) error {
	e, err := f.store.Eliminacion(ctx, eventoID)
	if err != nil {
		return err
	}
	f.saga = e
	if f.sent < 0 {
		return f.send(ctx, e)
	}
	for _, c := range e.Historia {
		if c.Secuencia <= f.sent {
			continue
		}
		if v, ok := e.EnSecuencia(c.Secuencia); ok {
			if err := f.send(ctx, v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *follower) send(ctx context.Context, e eliminacion.Eliminacion) error {
	f.sent = e.Secuencia
	f.emit(ctx, Item{Saga: e})
	return ctx.Err()
}

func (f *follower) emit(ctx context.Context, i Item) {
	select {
	case f.out <- i:
	case <-ctx.Done():
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
