package hub

import (
	"context"
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
}

// outdate says that something may have happened. A follower that asks after that gets what was read after it.
func (a *answers) outdate() { a.signs.Add(1) }

// current are the answers that count; the caller holds the hub's lock.
func (a *answers) current() map[any]any {
	if now := a.signs.Load(); a.known == nil || a.asOf != now {
		a.asOf, a.known = now, map[any]any{}
	}
	return a.known
}

// sharing are those who listen to a topic, if there are several. One alone shares with nobody, and keeps nothing: most
// deletions have one follower.
func (h *Hub) sharing(t Topic) *audience {
	if h == nil {
		return nil
	}
	h.mu.RLock()
	defer h.mu.RUnlock()
	if a := h.topics[t]; a != nil && len(a.subs) > 1 {
		return a
	}
	return nil
}

// together reads once for all followers of a topic that ask for the same. The reading goes on when the one that began it
// leaves, because others wait for it.
func together[V any](ctx context.Context, h *Hub, t Topic, key string, read func(context.Context) (V, error)) (v V, err error) {
	a := h.sharing(t)
	if a == nil {
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
	if known := a.current(); a.asOf == asOf {
		known[key] = v
	}
}

// application is an event that was applied to a saga.
type application struct {
	to *eliminacion.Eliminacion
	by *eliminacion.Aviso
}

// apply is the saga after an event, if that tells all: the same one for all who knew the same.
func (h *Hub) apply(t Topic, e *eliminacion.Eliminacion, by *eliminacion.Aviso) (next *eliminacion.Eliminacion, whole bool) {
	a := h.sharing(t)
	if a == nil {
		n, whole := e.Aplicado(*by)
		return &n, whole
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	known := a.current()
	if next, ok := known[application{e, by}].(*eliminacion.Eliminacion); ok {
		return next, true
	}
	n, whole := e.Aplicado(*by)
	if whole {
		known[application{e, by}] = &n
	}
	return &n, whole
}
