package socket

import "slices"

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
	last := len(t.all) - 1
	t.all[i], t.all[last] = t.all[last], nil
	t.all = t.all[:last]
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
