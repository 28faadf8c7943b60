package hub

import (
	"context"
	"reflect"
	"strconv"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// together is what those who follow one carpeta read together: a thousand cost the reads of
// one, and hold each saga once. A reading counts until something happens to the carpeta.
type together struct {
	asOf     uint64
	readings map[string]*reading // by eventoID, or by what else is read
	before   map[string]*reading // the last ones: what is the same as then is held once
}

// at begins anew if something has happened since.
func (t *together) at(now uint64) {
	if t.readings == nil || t.asOf != now {
		t.asOf, t.before, t.readings = now, t.readings, map[string]*reading{}
	}
}

// cambios are the sagas of a carpeta that are under way, and those that ended since a moment.
func (h *Hub) cambios(ctx context.Context, store CarpetaReader, t Topic, since time.Time) (eliminacion.Cambios, error) {
	r, err := h.readTogether(ctx, t, "c"+strconv.FormatInt(since.UnixMilli(), 36), func(ctx context.Context, r *reading) {
		r.cambios, r.err = store.Cambiadas(ctx, t.CarpetaID, since)
	})
	if err != nil {
		return eliminacion.Cambios{}, err
	}
	return r.cambios, nil
}

// readOf is a saga of a carpeta as stored.
func (h *Hub) readOf(ctx context.Context, store Reader, t Topic, eventoID string) (*eliminacion.Eliminacion, error) {
	r, err := h.readTogether(ctx, t, eventoID, func(ctx context.Context, r *reading) {
		e, err := store.Eliminacion(ctx, eventoID)
		r.saga, r.err = &e, err
	})
	if err != nil {
		return nil, err
	}
	return r.saga, nil
}

// readTogether finds a reading that was done or is under way, or does it for all who ask.
func (h *Hub) readTogether(ctx context.Context, t Topic, key string, read func(context.Context, *reading)) (*reading, error) {
	for {
		r, mine := h.join(t, key)
		if mine {
			h.performTogether(ctx, r, t, key, read)
			quota.Spend(ctx, r.rows()) // who reads pays for all who wait
			return r, r.err
		}
		select {
		case <-r.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if r.finished {
			return r, r.err
		}
	}
}

// rows is what a reading cost: what it brought, or a look in vain.
func (r *reading) rows() int {
	return max(1, len(r.cambios.Eliminaciones)+len(r.docs)+len(r.looks.Accesos))
}

// join finds a reading; without a good one the caller reads: mine.
func (h *Hub) join(t Topic, key string) (r *reading, mine bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.topics[t]
	if a == nil { // the hub has closed
		return &reading{done: make(chan struct{})}, true
	}
	a.together.at(a.shared.signs.Load())
	if r := a.together.readings[key]; r != nil && (!r.over() || r.good()) {
		return r, false
	}
	r = &reading{asOf: a.together.asOf, done: make(chan struct{})}
	a.together.readings[key] = r
	return r, true
}

// good reports whether a reading is over and says something.
func (r *reading) good() bool { return r.over() && r.finished && r.err == nil }

// over reports whether a reading has ended. Until then it belongs to who reads.
func (r *reading) over() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

func (h *Hub) performTogether(ctx context.Context, r *reading, t Topic, key string, read func(context.Context, *reading)) {
	defer close(r.done) // after a panic too
	read(ctx, r)
	r.finished = r.err == nil || ctx.Err() == nil
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.topics[t]
	if a == nil || r.err != nil || a.together.asOf != r.asOf {
		return
	}
	if last := a.together.before[key]; last != nil && last.good() && reflect.DeepEqual(last.saga, r.saga) && reflect.DeepEqual(last.cambios.Eliminaciones, r.cambios.Eliminaciones) {
		r.saga, r.cambios.Eliminaciones = last.saga, last.cambios.Eliminaciones
	}
}
