package listener

import (
	"net"
	"sync"
	"time"
)

// silent are connections that have said nothing yet. net/http would give each a buffer for
// reading, another for writing and a large stack at once, some 20 KiB. Here each is a
// goroutine with the smallest stack that there is.
type silent struct {
	within time.Duration // longest silence
	heard  chan *conn
	failed chan error
	begin  sync.Once
	ended  chan struct{}

	mu  sync.Mutex
	all map[*conn]struct{} // nil after the end
}

func newSilent(cfg Config) *silent {
	return &silent{
		within: cfg.Header, heard: make(chan *conn), failed: make(chan error), ended: make(chan struct{}), all: map[*conn]struct{}{},
	}
}

// take has those that accept gives wait until they speak. An error is told before it goes on,
// and whoever is told may let it wait.
func (s *silent) take(accept func() (*conn, error)) {
	for {
		c, err := accept()
		if err == nil {
			go s.hear(c)
			continue
		}
		select {
		case s.failed <- err:
		case <-s.ended:
			return
		}
	}
}

// next is a connection that has spoken.
func (s *silent) next() (*conn, error) {
	select {
	case c := <-s.heard:
		return c, nil
	case err := <-s.failed:
		return nil, err
	case <-s.ended:
		return nil, net.ErrClosed
	}
}

// hear waits for the first byte, which the next Read gives.
func (s *silent) hear(c *conn) {
	if !s.add(c) || !c.listen(s.within) || !s.remove(c) {
		_ = c.Close() // nobody knows of it yet
		return
	}
	select {
	case s.heard <- c:
	case <-s.ended:
		_ = c.Close() // the same
	}
}

func (s *silent) add(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		return false
	}
	s.all[c] = struct{}{}
	return true
}

func (s *silent) remove(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, c)
	return s.all != nil
}

// end closes those that are silent. It may be called again.
func (s *silent) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		return
	}
	close(s.ended)
	for c := range s.all {
		c.hush() // hear closes it
	}
	s.all = nil
}
