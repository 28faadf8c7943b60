package boltstore

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// maxBatch bounds how many writes share a transaction.
const maxBatch = 256

// errNothing is the answer of a write that found nothing to change: success, and no fsync.
var errNothing = errors.New("boltstore: nothing to write")

// errInterrupted answers the writes of a transaction that panicked.
var errInterrupted = errors.New("boltstore: the shared transaction was interrupted")

// combiner lets writes that wait at the same time share one fsync. There is no
// goroutine and no delay: the caller with the turn commits all waiting writes, and
// while it syncs the next lot gathers. bbolt's own Batch waits MaxBatchDelay even
// when idle, and repeats a whole lot when one of its writes refuses. Measured
// (300 bytes a write, p50): one writer 0.2 ms, Batch 1.6 ms at a delay of 1 ms and
// 10.8 ms at its default; 16 writers 0.5 ms against 1.8 and 11.5.
type combiner struct {
	db        *file
	committed func(err error) // is told how each transaction ended
	turn      chan struct{}   // holds one token while somebody commits
	mu        sync.Mutex
	queue     []*job

	last int // size of the last lot; belongs to the caller with the turn
}

// job is one write that waits for its turn.
type job struct {
	ctx  context.Context
	f    func(tx *bolt.Tx) error
	err  error
	done chan struct{}
}

func newCombiner(db *file, committed func(err error)) *combiner {
	if committed == nil {
		committed = func(error) {}
	}
	return &combiner{db: db, committed: committed, turn: make(chan struct{}, 1)}
}

// write returns once f's changes are on disk. When ctx ends, a write that still
// waits is withdrawn; one that began is waited for, since f fills its caller's variables.
func (c *combiner) write(ctx context.Context, f func(tx *bolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p := &job{ctx: ctx, f: f, done: make(chan struct{})}
	c.mu.Lock()
	c.queue = append(c.queue, p)
	c.mu.Unlock()
	for {
		select {
		case <-p.done:
			return p.err
		case c.turn <- struct{}{}:
			c.commit()
		case <-ctx.Done():
			if c.withdraw(p) {
				return ctx.Err()
			}
			<-p.done
			return p.err
		}
	}
}

// withdraw takes a write out of the queue, unless somebody took it already.
func (c *combiner) withdraw(p *job) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.Index(c.queue, p)
	if i >= 0 {
		c.queue = slices.Concat(c.queue[:i], c.queue[i+1:])
	}
	return i >= 0
}

// commit writes the waiting changes, in the order in which they came, and ends the turn.
func (c *combiner) commit() {
	c.gather()
	batch := c.take()
	err := errInterrupted
	defer func() {
		for _, p := range batch {
			if err != nil && p.err == nil {
				p.err = err
			}
			close(p.done)
		}
		<-c.turn
	}()
	err = c.writeTogether(batch)
	if err != nil && len(batch) > 1 {
		err = c.writeOneByOne(batch)
	}
}

// gather lets those whose writes were just answered come back with their next one:
// a few scheduler rounds, no wait, and none when nobody else is writing.
func (c *combiner) gather() {
	for before := 0; ; {
		c.mu.Lock()
		n := len(c.queue)
		c.mu.Unlock()
		if n == before || n >= c.last {
			return
		}
		before = n
		runtime.Gosched()
	}
}

func (c *combiner) take() []*job {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := min(len(c.queue), maxBatch)
	batch := c.queue[:n:n]
	c.queue = c.queue[n:]
	c.last = n
	return batch
}

// writeTogether runs a lot in one transaction. An error means that nothing was written.
func (c *combiner) writeTogether(batch []*job) error {
	cambios := 0
	if len(batch) == 0 {
		return nil
	}
	err := c.db.Update(func(tx *bolt.Tx) error {
		for _, p := range batch {
			err := p.run(tx)
			switch {
			case err == nil:
				cambios++
			case !harmless(err):
				return err
			}
		}
		if cambios == 0 {
			return errNothing
		}
		return nil
	})
	if errors.Is(err, errNothing) {
		return nil
	}
	c.committed(err)
	return err
}

// writeOneByOne is for a lot in which one write broke the transaction of all.
func (c *combiner) writeOneByOne(batch []*job) error {
	for _, p := range batch {
		if err := c.writeTogether([]*job{p}); err != nil {
			p.err = err
		}
	}
	return nil
}

// run runs one write and keeps its answer. Who stopped waiting is left out.
func (p *job) run(tx *bolt.Tx) error {
	p.err = nil
	err := p.ctx.Err()
	if err == nil {
		err = p.f(tx)
	}
	if harmless(err) && !errors.Is(err, errNothing) {
		p.err = err
	}
	return err
}

// harmless reports whether a write ended before it changed anything.
func harmless(err error) bool {
	var refused *fault.Error
	return errors.Is(err, errNothing) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &refused)
}
