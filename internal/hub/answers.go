package hub

import (
	"context"
	"reflect"
	"strconv"
	"sync/atomic"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
)

// answers are what the followers of one topic know together: ten thousand of them cost one reading of the store, and
// hold one copy of what it brought. An answer counts until the next sign that something may have happened.
type answers struct {
	signs  atomic.Uint64
	asOf   uint64 // the signs there were when known was made
	known  map[any]any
	asking batch.Shared[any]
	latest map[string]*eliminacion.Eliminacion // of each saga under way
}

// once is a saga, or what is known already and equal to it: followers that come one by one hold it once, and an answer that
// was written for one is good for all. The caller holds the hub's lock.
func (a *answers) once(e *eliminacion.Eliminacion) *eliminacion.Eliminacion {
	last := a.latest[e.EventoID]
	switch {
	case reflect.DeepEqual(last, e):
		return last
	case e.Estado.Terminal():
		delete(a.latest, e.EventoID)
	case last == nil || last.Secuencia <= e.Secuencia:
		if a.latest == nil {
			a.latest = map[string]*eliminacion.Eliminacion{}
		}
		a.latest[e.EventoID] = e
	}
	return e
}

// outdate says that something may have happened. A follower that asks after that gets what was read after it.
func (a *answers) outdate() { a.signs.Add(1) }

// current are the answers that count; the caller holds the hub's lock.
func (a *answers) current() map[any]any {
	if now := a.signs.Load(); a.asOf != now {
		a.asOf, a.known = now, nil
	}
	return a.known
}

func (a *answers) remember(key, v any) {
	if a.known == nil {
		a.known = map[any]any{}
	}
	a.known[key] = v
}

// audience are those who listen to a topic, and whether there are several. It is nil if nobody can, or the hub has closed.
func (h *Hub) audience(t Topic) (a *audience, several bool) {
	if h == nil {
		return nil, false
	}
	h.mu.RLock()
	defer h.mu.RUnlock()
	a = h.topics[t]
	return a, a != nil && len(a.subs) > 1
}

// together reads once for all followers of a topic that ask for the same. The reading goes on when the one that began it
// leaves, because others wait for it. A follower that is alone reads by itself, and keeps nothing: most deletions have one.
func together[V any](ctx context.Context, h *Hub, t Topic, key string, read func(context.Context) (V, error)) (v V, err error) {
	a, several := h.audience(t)
	if !several {
		return read(ctx)
	}
	now := a.signs.Load()
	if known, ok := h.known(a, key); ok {
		return known.(V), nil
	}
	found, err := a.asking.Do(ctx, strconv.FormatUint(now, 36)+" "+key, func(ctx context.Context) (any, error) {
		if known, ok := h.known(a, key); ok { // since it was asked for
			return known, nil
		}
		v, err := read(ctx)
		if err == nil {
			h.keep(a, now, key, v)
		}
		return v, err
	})
	if err == nil {
		v = found.(V)
	}
	return v, err
}

func (h *Hub) known(a *audience, key string) (v any, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v, ok = a.current()[key]
	return v, ok
}

// keep remembers what was read, unless there was a sign meanwhile.
func (h *Hub) keep(a *audience, asOf uint64, key string, v any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if a.current(); a.asOf == asOf {
		a.remember(key, v)
	}
}

// application is an event that was applied to a saga.
type application struct {
	to *eliminacion.Eliminacion
	by *eliminacion.Aviso
}

// apply is the saga after an event, if that tells all: the same one for all who knew the same.
func (h *Hub) apply(t Topic, e *eliminacion.Eliminacion, by *eliminacion.Aviso) (next *eliminacion.Eliminacion, whole bool) {
	a, several := h.audience(t)
	if a == nil {
		n, whole := e.Aplicado(*by)
		return &n, whole
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if next, ok := a.current()[application{e, by}].(*eliminacion.Eliminacion); ok {
		return next, true
	}
	n, whole := e.Aplicado(*by)
	if !whole {
		return &n, false
	}
	if next = a.once(&n); several {
		a.remember(application{e, by}, next)
	}
	return next, true
}

// once is what the followers of a topic hold of a saga that was read.
func (h *Hub) once(t Topic, e *eliminacion.Eliminacion) *eliminacion.Eliminacion {
	a, _ := h.audience(t)
	if a == nil {
		return e
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return a.once(e)
}
