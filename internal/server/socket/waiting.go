package socket

import (
	"slices"
	"time"
)

// enter takes a free place; without one the arrival waits.
func (d *desk) enter(a arrival) (now bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.places == 0 {
		d.waiting = append(d.waiting, a)
		return false
	}
	d.places--
	return true
}

// leave gives the place to the next, if one waits.
func (d *desk) leave() (next arrival, found bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.waiting) == 0 {
		d.places++
		d.waiting = nil
		return arrival{}, false
	}
	next = d.waiting[0]
	d.waiting[0] = arrival{}
	d.waiting = d.waiting[1:]
	return next, true
}

// remove takes an operation out that waits.
func (d *desk) remove(op *operation) (a arrival, waited bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.IndexFunc(d.waiting, func(a arrival) bool { return a.op == op })
	if i < 0 {
		return arrival{}, false
	}
	a = d.waiting[i]
	d.waiting = slices.Delete(d.waiting, i, i+1)
	return a, true
}

// late takes the first out if it came before then: it has waited too long.
func (d *desk) late(then time.Time) (a arrival, found bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.isLate(then) {
		return arrival{}, false
	}
	a = d.waiting[0]
	d.waiting = slices.Delete(d.waiting, 0, 1)
	return a, true
}

// anyLate reports whether there is one.
func (d *desk) anyLate(then time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.isLate(then)
}

func (d *desk) isLate(then time.Time) bool {
	return len(d.waiting) > 0 && d.waiting[0].op.since.Before(then)
}
