package socket

import (
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// add takes an operation in under its id. While the socket is ending it neither does so
// nor fails: the client will ask again, elsewhere.
func (t *table) add(op *operation, most int) (added bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.ending:
		return false, nil
	case t.find(op.id) >= 0:
		return false, fault.Conflict
	case len(t.all) >= most:
		return false, fault.Newf(fault.RateLimited, "Hay más de %d operaciones en esta conexión.", most).
			WithEspera(time.Second)
	}
	if t.all = append(t.all, op); len(t.all) == 1 {
		op.socket.conn.SetIdle(false)
	}
	t.running.Add(1)
	return true, nil
}

// complete ends the operation with an id, as its client wants; the id is free at once.
func (t *table) complete(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := t.find(id); i >= 0 {
		t.all[i].stop()
		t.remove(i)
	}
}

// release frees the id of an operation that ends; false if its client ended it before.
func (t *table) release(op *operation) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := t.find(op.id)
	mine := i >= 0 && t.all[i] == op
	if mine {
		t.remove(i)
	}
	return mine
}

// remove takes an operation out; the caller holds the lock.
func (t *table) remove(i int) {
	last, conn := len(t.all)-1, t.all[i].socket.conn
	t.all[i], t.all[last] = t.all[last], nil
	if t.all = t.all[:last]; last == 0 {
		conn.SetIdle(true)
	}
}

func (t *table) stopAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ending = true
	for _, op := range t.all {
		op.stop()
	}
}

// stopSubscriptions lets queries and mutations go on.
func (t *table) stopSubscriptions() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ending = true
	for _, op := range t.all {
		if op.subscription {
			op.stop()
		}
	}
}

func (t *table) isEnding() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ending
}

// find returns the operation with an id; the caller holds the lock.
func (t *table) find(id string) int {
	return slices.IndexFunc(t.all, func(op *operation) bool { return op.id == id })
}
