package hub

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// Reader reads sagas as stored.
type Reader interface {
	Eliminacion(ctx context.Context, eventoID string) (eliminacion.Eliminacion, error)
}

// Follow emits a saga: every step after a secuencia (or, with after < 0, its
// present state), then each further step, once and in order. It is done after a
// terminal state.
func (h *Hub) Follow(store Reader, eventoID string, after int64) *Stream {
	return newStream(h, Topic{EventoID: eventoID}, func(emit Emit) Steps {
		f := newFollower(store, eventoID, after, emit)
		f.hub = h
		return f
	})
}

// SagaSteps is what Follow does, step by step.
func SagaSteps(store Reader, eventoID string, after int64, emit Emit) Steps {
	return newFollower(store, eventoID, after, emit)
}

func newFollower(store Reader, eventoID string, after int64, emit Emit) *follower {
	return &follower{store: store, emit: emit, eventoID: eventoID, sent: after, saga: nothingYet}
}

// follower is the state of one Follow.
type follower struct {
	store    Reader
	emit     Emit
	eventoID string
	saga     *eliminacion.Eliminacion // as last known; never changed in place, others may share it
	sent     int64                    // last secuencia emitted
	hub      *Hub                     // where others follow the same saga; nil if nobody can
	of       Topic                    // that others follow, if not the saga alone
}

var nothingYet = &eliminacion.Eliminacion{}

// Done reports whether the terminal state has been emitted.
func (f *follower) Done() bool { return f.saga.Estado.Terminal() && f.sent >= f.saga.Secuencia }

// Event takes the next step from the message; anything but the next one is
// either old or a gap, which the store fills, as it does what messages do not tell.
func (f *follower) Event(ctx context.Context, a *eliminacion.Aviso) error {
	switch {
	case a.Secuencia <= f.saga.Secuencia:
		return nil
	case a.Secuencia == f.saga.Secuencia+1:
		if e, whole := f.apply(a); whole {
			f.saga = e
			return f.send(ctx, f.saga)
		}
	}
	return f.Reread(ctx)
}

// Reread brings the saga up to date from the store, and emits the missing steps.
func (f *follower) Reread(ctx context.Context) error {
	e, err := f.read(ctx)
	if err != nil {
		return err
	}
	f.saga = e
	return f.Resume(ctx)
}

// Resume emits the steps that are known and were not sent.
func (f *follower) Resume(ctx context.Context) error {
	if f.sent < 0 {
		return f.send(ctx, f.saga)
	}
	for _, c := range f.saga.Historia {
		if c.Secuencia <= f.sent {
			continue
		}
		if v, ok := at(f.saga, c.Secuencia); ok {
			if err := f.send(ctx, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// at is the saga at a secuencia. The last is the saga itself, which others share.
func at(e *eliminacion.Eliminacion, n int64) (*eliminacion.Eliminacion, bool) {
	if n == e.Secuencia {
		return e, true
	}
	v, ok := e.EnSecuencia(n)
	return &v, ok
}

func (f *follower) read(ctx context.Context) (*eliminacion.Eliminacion, error) {
	return together(ctx, f.hub, f.topic(), "e"+f.eventoID, func(ctx context.Context) (*eliminacion.Eliminacion, error) {
		e, err := f.store.Eliminacion(ctx, f.eventoID)
		quota.Spend(ctx, 1)
		if err != nil {
			return nil, err
		}
		return f.hub.once(f.topic(), &e), nil
	})
}

// apply is the saga after an event, if that tells all.
func (f *follower) apply(a *eliminacion.Aviso) (e *eliminacion.Eliminacion, whole bool) {
	return f.hub.apply(f.topic(), f.saga, a)
}

// topic is what the followers that share with this one listen to.
func (f *follower) topic() Topic {
	if f.of != (Topic{}) {
		return f.of
	}
	return Topic{EventoID: f.eventoID}
}

func (f *follower) send(ctx context.Context, e *eliminacion.Eliminacion) error {
	if err := f.emit(ctx, e); err != nil {
		return err
	}
	f.sent = e.Secuencia
	return ctx.Err()
}
