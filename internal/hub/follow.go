package hub

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Reader reads sagas as stored.
type Reader interface {
	Eliminacion(ctx context.Context, eventoID string) (eliminacion.Eliminacion, error)
}

// Follow emits a saga: every step after a secuencia (or, with after < 0, its
// present state), then each further step, once and in order. The channel is
// closed after a terminal state, after an error, or when ctx ends.
func (h *Hub) Follow(ctx context.Context, store Reader, eventoID string, after int64) <-chan Item {
	return h.listen(ctx, Topic{EventoID: eventoID}, func(emit Emit) Steps { return SagaSteps(store, eventoID, after, emit) })
}

// SagaSteps is what Follow does, step by step.
func SagaSteps(store Reader, eventoID string, after int64, emit Emit) Steps {
	return &follower{store: store, emit: emit, eventoID: eventoID, sent: after}
}

// follower is the state of one Follow.
type follower struct {
	store    Reader
	emit     Emit
	eventoID string
	saga     eliminacion.Eliminacion // as last known
	sent     int64                   // last secuencia emitted
}

// Done reports whether the terminal state has been emitted.
func (f *follower) Done() bool { return f.saga.Estado.Terminal() && f.sent >= f.saga.Secuencia }

// Event takes the next step from the message; anything but the next one is
// either old or a gap, which the store fills.
func (f *follower) Event(ctx context.Context, a eliminacion.Aviso) error {
	switch {
	case a.Secuencia <= f.saga.Secuencia:
		return nil
	case a.Secuencia == f.saga.Secuencia+1:
		f.saga = f.saga.Aplicado(a)
		return f.send(ctx, f.saga)
	default:
		return f.Reread(ctx)
	}
}

// Reread brings the saga up to date from the store and emits what is missing.
func (f *follower) Reread(ctx context.Context) error {
	e, err := f.store.Eliminacion(ctx, f.eventoID)
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
