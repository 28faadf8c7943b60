package drain

import (
	"context"
	"fmt"
	"sync"
)

// Connection is a long-lived connection, which a stopping server ends.
type Connection interface {
	// Drain lets the connection finish its work, and then ends it. It must not block.
	Drain()
	// Cut ends the connection at once.
	Cut()
	// Deny ends the connection if its caller is denied. It must not block.
	Deny(denied func(context.Context) bool)
}

// Connections is the set of those that are open. Make it with New.
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
func (cs *Connections) Enter(c Connection) bool {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if cs.Draining() {
		return false
	}
	cs.open[c] = struct{}{}
	cs.wg.Add(1)
	return true
}

// Leave takes a connection out.
func (cs *Connections) Leave(c Connection) {
	cs.mu.Lock()
	delete(cs.open, c)
	cs.mu.Unlock()
	cs.wg.Done()
}

// Begun is closed when draining begins.
func (cs *Connections) Begun() <-chan struct{} { return cs.begun }

// Draining reports whether it has begun.
func (cs *Connections) Draining() bool {
	select {
	case <-cs.begun:
		return true
	default:
		return false
	}
}

// Drain asks every connection to end, and returns when none is left, or ctx ends; then
// it cuts them off. It may be called again.
func (cs *Connections) Drain(ctx context.Context) error {
	cs.begin()
	cs.each(Connection.Drain)
	done := make(chan struct{})
	go func() {
		cs.wg.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		cs.each(Connection.Cut)
		return fmt.Errorf("connections did not end in time: %w", ctx.Err())
	}
}

// Deny ends the connections of callers that are denied now. A connection that enters later checks its own caller.
func (cs *Connections) Deny(denied func(context.Context) bool) {
	cs.each(func(c Connection) { c.Deny(denied) })
}

func (cs *Connections) begin() {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if !cs.Draining() {
		close(cs.begun)
	}
}

func (cs *Connections) each(do func(Connection)) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	for c := range cs.open {
		do(c)
	}
}
