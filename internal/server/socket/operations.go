package socket

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// add adds an operation under its id. While the socket is ending it neither adds nor fails: the client will subscribe again
// elsewhere.
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
	t.all = append(t.all, op)
	t.running.Add(1)
	return true, nil
}

// complete ends an operation for its client; the id is free at once.
func (t *table) complete(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := t.find(id); i >= 0 {
		t.all[i].stop()
		t.remove(i)
	}
}

// stop ends the operation without a message; the caller holds the table's lock.
func (op *operation) stop() {
	op.cancel()
	if op.subscription {
		op.wake()
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
