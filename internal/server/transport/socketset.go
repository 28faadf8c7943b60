package transport

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// socketSet knows every open socket and counts every event stream, so that Drain
// can end them and wait.
type socketSet struct {
	mu       sync.Mutex
	open     map[*socket]struct{}
	draining bool
	wg       sync.WaitGroup

	every  time.Duration // a round through the sockets' alarms
	rounds *time.Timer   // the next; nil while no socket is open
}

func newSocketSet(every time.Duration) socketSet {
	return socketSet{open: map[*socket]struct{}{}, every: every}
}

// enter counts a connection; false while draining. Call wg.Done at its end.
func (set *socketSet) enter(s *socket) bool {
	set.mu.Lock()
	defer set.mu.Unlock()
	if set.draining {
		return false
	}
	if s != nil {
		set.open[s] = struct{}{}
		if set.rounds == nil {
			set.rounds = time.AfterFunc(set.every, s.api.round)
		}
	}
	set.wg.Add(1)
	return true
}

// round has somebody work on each socket of which an alarm rings.
func (a *API) round() {
	set, now := &a.sockets, a.cfg.Clock()
	set.mu.Lock()
	defer set.mu.Unlock()
	if len(set.open) == 0 {
		set.rounds = nil
		return
	}
	for s := range set.open {
		if s.rings(now) {
			a.crew.submit(s)
		}
	}
	set.rounds.Reset(set.every)
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
		return fmt.Errorf("transport: connections did not end in time: %w", ctx.Err())
	}
}
