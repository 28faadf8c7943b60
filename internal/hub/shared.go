package hub

import (
	"context"
	"reflect"
	"sync/atomic"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// shared is what those who follow one saga know together: ten thousand cost one
// read of the store and one copy of the saga.
type shared struct {
	saga  *eliminacion.Eliminacion // as the last reading found it
	asOf  uint64                   // of that reading
	under *reading                 // one under way
	next  []application            // the last ones

	signs atomic.Uint64 // signs that an earlier reading is out of date
}

// reading is one of the store, for all who wait for it.
type reading struct {
	asOf     uint64 // the signs there were when it began
	done     chan struct{}
	saga     *eliminacion.Eliminacion
	cambios  eliminacion.Cambios    // of a carpeta, instead
	docs     []documento.Novedad    // of its documents, instead
	looks    auditoria.AccesosDesde // at it, instead
	err      error
	finished bool // false: the reader was called off
}

// application is the state of a saga after an event. A follower that has read the store since
// the last event may know more than one that heard of it, so there are several.
type application struct {
	from, to *eliminacion.Eliminacion
	by       *eliminacion.Aviso
}

const maxApplications = 4

// outdate says that something may have happened to the saga. A follower that has to read
// it after that waits for a reading that begins later.
func (s *shared) outdate() { s.signs.Add(1) }

// read is the saga as stored, not before whatever made the caller ask for it.
func (h *Hub) read(ctx context.Context, store Reader, eventoID string) (*eliminacion.Eliminacion, error) {
	for {
		saga, r, mine := h.begin(eventoID)
		switch {
		case saga != nil:
			return saga, nil
		case mine:
			h.perform(ctx, r, store, eventoID)
			return r.saga, r.err
		}
		select {
		case <-r.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if r.finished {
			return r.saga, r.err
		}
	}
}

// begin finds a finished reading, or one under way; otherwise the caller reads: mine.
func (h *Hub) begin(eventoID string) (saga *eliminacion.Eliminacion, r *reading, mine bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.topics[Topic{EventoID: eventoID}]
	if a == nil { // the hub has closed
		return nil, &reading{done: make(chan struct{})}, true
	}
	s, now := &a.shared, a.shared.signs.Load()
	switch {
	case s.saga != nil && s.asOf == now:
		return s.saga, nil, false
	case s.under != nil && s.under.asOf == now:
		return nil, s.under, false
	}
	a.silent = 0
	s.under = &reading{asOf: now, done: make(chan struct{})}
	return nil, s.under, true
}

// perform reads the store for all who wait.
func (h *Hub) perform(ctx context.Context, r *reading, store Reader, eventoID string) {
	defer close(r.done)
	defer h.settle(r, eventoID) // after a panic too
	e, err := store.Eliminacion(ctx, eventoID)
	r.saga, r.err, r.finished = &e, err, err == nil || ctx.Err() == nil
}

// settle keeps the reading, and tells all followers of the saga if they missed something.
func (h *Hub) settle(r *reading, eventoID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.topics[Topic{EventoID: eventoID}]
	if a == nil {
		return
	}
	s := &a.shared
	if s.under == r {
		s.under = nil
	}
	if !r.finished || r.err != nil || s.saga != nil && r.saga.Secuencia < s.saga.Secuencia {
		return
	}
	missed := s.saga != nil && s.saga.Secuencia < r.saga.Secuencia
	if reflect.DeepEqual(s.saga, r.saga) {
		r.saga = s.saga
	}
	s.saga, s.asOf = r.saga, r.asOf
	if missed {
		a.miss()
	}
}

// apply is the saga after an event, if that tells all.
func (h *Hub) apply(t Topic, e *eliminacion.Eliminacion, by *eliminacion.Aviso) (next *eliminacion.Eliminacion, whole bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.topics[t]
	if a != nil {
		for _, k := range a.shared.next {
			if k.from == e && k.by == by {
				return k.to, true
			}
		}
	}
	n, whole := e.Aplicado(*by)
	if a != nil && whole {
		a.shared.applied(application{e, &n, by}, t.EventoID != "")
	}
	return &n, whole
}

// applied keeps the saga after an event, for the others.
func (s *shared) applied(k application, ofOneSaga bool) {
	if len(s.next) == maxApplications {
		s.next = s.next[:copy(s.next, s.next[1:])]
	}
	s.next = append(s.next, k)
	if ofOneSaga && (s.saga == nil || s.saga.Secuencia < k.to.Secuencia) {
		s.saga = k.to
	}
}
