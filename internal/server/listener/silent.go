package listener

import (
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

// silent are connections that have said nothing yet, or wait for their turn. net/http would give each a buffer for
// reading, another for writing and a large stack at once, some 20 KiB. Here each is a
// goroutine with the smallest stack that there is. Those whose request net/http has not read yet are remembered too: it
// drops what it has not read when it stops.
type silent struct {
	within time.Duration // longest silence
	heard  chan *conn
	failed chan error
	begin  sync.Once
	ended  chan struct{}

	mu    sync.Mutex
	all   map[*conn]bool // which brought no request yet, and whether they have spoken; nil after the end
	empty chan struct{}  // closed when there are none left; nil while there may be new ones
}

func newSilent(cfg Config) *silent {
	return &silent{
		within: cfg.Header, heard: make(chan *conn), failed: make(chan error), ended: make(chan struct{}), all: map[*conn]bool{},
	}
}

// take has those that accept gives wait until they speak. An error is told before it goes on,
// and whoever is told may let it wait.
func (s *silent) take(accept func() (*conn, error)) {
	for {
		c, err := accept()
		switch {
		case err == nil:
			go s.hear(c)
			continue
		case errors.Is(err, net.ErrClosed): // those that have spoken still come
			return
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
		return nil, http.ErrServerClosed // what net/http says itself
	}
}

// hear waits for the first byte, which the next Read gives, and for the connection's turn.
func (s *silent) hear(c *conn) {
	if !s.add(c) {
		_ = c.Close()
		return
	}
	timer := time.AfterFunc(s.within, c.hush)
	defer timer.Stop()
	if !c.speaks() || !s.spoken(c) || !c.mayGoOn(timer) {
		_ = c.Close() // nobody knows of it yet
		return
	}
	select {
	case s.heard <- c:
	case <-s.ended:
		_ = c.Close() // the same
	}
}

// add takes a connection in; false if it is too late.
func (s *silent) add(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.empty != nil || s.all == nil {
		return false
	}
	s.all[c] = false
	return true
}

// spoken says that a connection is not mute any more; false after the end.
func (s *silent) spoken(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		return false
	}
	s.all[c] = true
	return true
}

// leave is for a connection that brought a request, or ends.
func (s *silent) leave(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, in := s.all[c]; !in { // it came too late
		return
	}
	if delete(s.all, c); len(s.all) == 0 && s.empty != nil {
		close(s.empty)
	}
}

// The last ones that have spoken may take so long to bring their requests; what one has said may lie unread for a moment.
const (
	lastWait = time.Second
	unheard  = 100 * time.Millisecond
)

// finish takes nobody in any more, and returns when those that have spoken have brought a request, and all others are
// closed. It may be called again.
func (s *silent) finish() {
	select {
	case <-s.close():
	case <-s.ended:
	case <-time.After(lastWait):
	}
	s.end()
}

// close has those that are mute end soon; empty is closed when none is left.
func (s *silent) close() (empty <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.empty != nil {
		return s.empty
	}
	s.empty = make(chan struct{})
	if len(s.all) == 0 {
		close(s.empty)
	}
	time.AfterFunc(unheard, s.endMute)
	return s.empty
}

func (s *silent) endMute() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c, spoke := range s.all {
		if !spoke {
			c.hush() // hear closes it
		}
	}
}

// end closes all that are left.
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
