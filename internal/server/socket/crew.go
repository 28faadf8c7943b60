package socket

import (
	"sync"
	"time"
)

const (
	crewSize  = 32   // workers while nobody is slow
	crewMax   = 8192 // with everybody that waits for a slow reader or store
	crewCheck = 10 * time.Millisecond
)

// job is work to do on a socket or a subscription; it may wait for the client.
type job interface{ work() }

// crew does the work of all subscriptions of all sockets: an event for ten
// thousand must not start as many goroutines, whose stacks would stay. A worker
// that waits for a slow client holds up nobody: if work is waiting and little gets
// done, more are taken on.
type crew struct {
	mu      sync.Mutex
	waiting []job // work not begun
	workers int
	done    int // pieces of work, since the last look
	watched bool
	all     sync.WaitGroup
}

// submit has the work done soon. It never waits.
func (c *crew) submit(j job) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, j)
	switch {
	case c.workers < crewSize:
		c.hire(1)
	case !c.watched:
		c.watch()
	}
}

// hire takes on workers; the caller holds the lock.
func (c *crew) hire(n int) {
	c.workers += n
	for range n {
		c.all.Go(c.work)
	}
}

// watch looks after a while whether work gets done; the caller holds the lock.
func (c *crew) watch() {
	c.watched, c.done = true, 0
	c.all.Add(1)
	time.AfterFunc(crewCheck, c.look)
}

func (c *crew) look() {
	defer c.all.Done()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.watched = false
	if len(c.waiting) == 0 {
		return
	}
	if c.done < crewSize {
		c.hire(min(c.workers, len(c.waiting), max(crewMax-c.workers, 0)))
	}
	c.watch()
}

func (c *crew) work() {
	for j := c.next(); j != nil; j = c.next() {
		j.work()
	}
}

// next takes a piece of work; without one the worker leaves.
func (c *crew) next() job {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.waiting) == 0 {
		c.workers--
		c.waiting = nil
		return nil
	}
	c.done++
	j := c.waiting[0]
	c.waiting[0] = nil
	c.waiting = c.waiting[1:]
	return j
}
