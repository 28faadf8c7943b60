package quota

import (
	"context"
	"sync"
	"time"
)

// ConcurrencyLimit bounds how many things each subject does or has at a time. It forgets a subject that has none.
type ConcurrencyLimit struct {
	each int

	mu    sync.Mutex
	taken map[string]int
}

// NewConcurrencyLimit allows so many for each subject; 0: any number.
func NewConcurrencyLimit(each int) *ConcurrencyLimit {
	return &ConcurrencyLimit{each: each, taken: map[string]int{}}
}

// Enter takes one of a subject's permits; false if all are taken. leave gives it back; it may be called again.
func (c *ConcurrencyLimit) Enter(subject string) (leave func(), ok bool) {
	if c.each <= 0 {
		return func() {}, true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.taken[subject] >= c.each {
		return func() {}, false
	}
	c.taken[subject]++
	return (&permit{limit: c, subject: subject}).release, true
}

// permit is what a subject took. Open connections are many and keep theirs for long: sync.OnceFunc would take four times
// the memory.
type permit struct {
	limit    *ConcurrencyLimit
	subject  string
	released bool
}

func (p *permit) release() {
	p.limit.mu.Lock()
	defer p.limit.mu.Unlock()
	if p.released {
		return
	}
	p.released = true
	if p.limit.taken[p.subject]--; p.limit.taken[p.subject] == 0 {
		delete(p.limit.taken, p.subject)
	}
}

// Delay slows refusals down: a client that is refused at once asks again at once. A bounded number of refusals wait at a
// time; the others are not delayed.
type Delay struct {
	places chan struct{}
	wait   time.Duration
}

// NewDelay lets so many refusals wait at a time, for so long.
func NewDelay(places int, wait time.Duration) *Delay {
	return &Delay{make(chan struct{}, places), wait}
}

// Wait returns when the time is over or the context has ended; it returns false at once if no place is free.
func (d *Delay) Wait(ctx context.Context) (waited bool) {
	select {
	case d.places <- struct{}{}:
	default:
		return false
	}
	defer func() { <-d.places }()
	t := time.NewTimer(d.wait)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
	return true
}

// Waiting is how many refusals wait now.
func (d *Delay) Waiting() int { return len(d.places) }
