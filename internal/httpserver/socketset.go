package httpserver

import (
	"context"
	"fmt"
	"sync"
)

// socketSet knows every open socket and counts every event stream, so that Drain
// can end them and wait.
type socketSet struct {
	mu       sync.Mutex
	open     map[*socket]struct{}
	draining bool
	wg       sync.WaitGroup
}

func newSocketSet() socketSet { return socketSet{open: map[*socket]struct{}{}} }

// enter counts a connection; false while draining. Call wg.Done at its end.
func (set *socketSet) enter(s *socket) bool {
	set.mu.Lock()
	defer set.mu.Unlock()
	if set.draining {
		return false
	}
	if s != nil {
		set.open[s] = struct{}{}
	}
	set.wg.Add(1)
	return true
}

func (set *socketSet) leave(s *socket) {
	set.mu.Lock()
	delete(set.open, s)
	set.mu.Unlock()
	set.wg.Done()
}

func (set *socketSet) each(do func(*socket)) {
	set.mu.Lock()
	defer set.mu.Unlock()
	for s := range set.open {
		do(s)
	}
}

func (set *socketSet) drain(ctx context.Context) error {
	set.mu.Lock()
	set.draining = true
	set.mu.Unlock()
	set.each(func(s *socket) { s.later(s.drain) })
	done := make(chan struct{})
	go func() {
		set.wg.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		set.each((*socket).kill)
		return fmt.Errorf("httpserver: connections did not end in time: %w", ctx.Err())
	}
}
