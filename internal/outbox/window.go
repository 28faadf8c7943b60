package outbox

import (
	"sync"
	"time"
)

// window bounds the sagas that were published and have not ended: in all, and
// per operador. The rest waits in the store, where it can be taken fairly.
//
// Sagas under way are served first in, first out, so an operador's share of the
// work is its share of the places. Operadores with more work than places therefore
// divide the window by their weights.
type window struct {
	max, each int
	weights   weights

	mu       sync.Mutex
	places   map[string]place // by eventoId
	count    map[string]int   // by operadorId
	crowding map[string]int   // weights of the operadores with more work than places
	weight   int              // their sum
	swept    time.Time        // when overdue places were last taken back
}

type place struct {
	operadorID string
	until      time.Time // the saga is due again then: it is not under way any more
}

// weights are the shares of operadores beside each other, 1 if not named.
type weights map[string]int

func (w weights) of(operadorID string) int { return max(w[operadorID], 1) }

func newWindow(max, each int, weights map[string]int) *window {
	return &window{max: max, each: each, weights: weights, places: map[string]place{}, count: map[string]int{}, crowding: map[string]int{}}
}

// crowd notes whether an operador has more work than places.
func (w *window) crowd(operadorID string, more bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.weight -= w.crowding[operadorID]
	delete(w.crowding, operadorID)
	if more {
		w.crowding[operadorID] = w.weights.of(operadorID)
		w.weight += w.crowding[operadorID]
	}
}

// limit is how many places an operador may have now.
func (w *window) limit(operadorID string) int {
	mine := w.weights.of(operadorID)
	all := w.weight
	if w.crowding[operadorID] == 0 {
		all += mine
	}
	return max(1, min(w.each*mine, w.max*mine/all))
}

// take reports whether the saga has a place now. An operador with nothing under
// way always gets one, so that a full window starves nobody.
func (w *window) take(operadorID, eventoID string, now, until time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.expire(now)
	n := w.count[operadorID]
	_, again := w.places[eventoID]
	if !again && (n >= w.limit(operadorID) || (len(w.places) >= w.max && n > 0)) {
		return false
	}
	w.put(operadorID, eventoID, until)
	return true
}

// extend lets a saga keep its place until a moment. If its reservation ended during a slow write it gets another one.
func (w *window) extend(operadorID, eventoID string, until time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.put(operadorID, eventoID, until)
}

// put books a place; the caller holds the lock.
func (w *window) put(operadorID, eventoID string, until time.Time) {
	if _, again := w.places[eventoID]; !again {
		w.count[operadorID]++
	}
	w.places[eventoID] = place{operadorID, until}
}

// room is how many more sagas of an operador fit.
func (w *window) room(operadorID string, now time.Time) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.expire(now)
	n := w.count[operadorID]
	free := min(w.limit(operadorID)-n, w.max-len(w.places))
	if n == 0 {
		return max(free, 1)
	}
	return max(free, 0)
}

// release frees a place and reports whether there was one.
func (w *window) release(eventoID string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, held := w.places[eventoID]
	if held {
		w.free(eventoID, p)
	}
	return held
}

func (w *window) free(eventoID string, p place) {
	delete(w.places, eventoID)
	if w.count[p.operadorID]--; w.count[p.operadorID] == 0 {
		delete(w.count, p.operadorID)
	}
}

// expire takes back overdue places, at most once a second.
func (w *window) expire(now time.Time) {
	if now.Sub(w.swept) < time.Second {
		return
	}
	w.swept = now
	for id, p := range w.places {
		if now.After(p.until) {
			w.free(id, p)
		}
	}
}
