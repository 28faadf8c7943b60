package drain

import (
	"context"
	"fmt"
	"sync"
)

// Connection is one that a stopping server ends.
type Connection interface {
	// Drain lets the connection finish its work, and then ends it. It must not wait.
	Drain()
	// Cut ends the connection at once.
	Cut()
	// Deny ends the connection if its caller is denied. It must not wait.
	Deny(denied func(context.Context) bool)
}

// Connections are all that are open. Make them with New.
type Connections struct {
	begun chan struct{}

	mu   sync.Mutex
	open map[Connection]struct{}
	wg   sync.WaitGroup
}

// New makes an empty set.
func New() *Connections {
	return &Connections{begun: make(chan struct{}), open: map[Connection]struct{}{}}
}

// Enter adds a connection; false once draining has begun. Call Leave at its end.
func (all *Connections) Enter(c Connection) bool {
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.Draining() {
		return false
	}
	all.open[c] = struct{}{}
	all.wg.Add(1)
	return true
}

// Leave takes a connection out.
func (all *Connections) Leave(c Connection) {
	all.mu.Lock()
	delete(all.open, c)
	all.mu.Unlock()
	all.wg.Done()
}

// Begun is closed when draining begins.
func (all *Connections) Begun() <-chan struct{} { return all.begun }

// Draining reports whether it has begun.
func (all *Connections) Draining() bool {
	select {
	case <-all.begun:
		return true
	default:
		return false
	}
}

// Drain asks every connection to end, and returns when none is left, or ctx ends; then
// it cuts them off. It may be called again.
func (all *Connections) Drain(ctx context.Context) error {
	all.begin()
	all.each(Connection.Drain)
	done := make(chan struct{})
	go func() {
		all.wg.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		all.each(Connection.Cut)
		return fmt.Errorf("connections did not end in time: %w", ctx.Err())
	}
}

// Deny ends the connections of callers that are denied now. One that enters later has to
// look for itself.
func (all *Connections) Deny(denied func(context.Context) bool) {
	all.each(func(c Connection) { c.Deny(denied) })
}

func (all *Connections) begin() {
	all.mu.Lock()
	defer all.mu.Unlock()
	if !all.Draining() {
		close(all.begun)
	}
}

func (all *Connections) each(do func(Connection)) {
	all.mu.Lock()
	defer all.mu.Unlock()
	for c := range all.open {
		do(c)
	}
}
