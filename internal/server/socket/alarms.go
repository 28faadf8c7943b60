package socket

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// arm sets one of the socket's alarms anew.
func (s *socket) arm(a *alarm[*socket], d time.Duration, do func(*socket)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*a = alarm[*socket]{s.Clock().Add(d), do}
}

func (s *socket) disarm(a *alarm[*socket]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*a = alarm[*socket]{}
}

// rings reports whether there is work to do.
func (s *socket) rings(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.due.rings(now) || s.beat.rings(now)
}

// work does the work of the alarms.
func (s *socket) work() {
	for _, a := range []*alarm[*socket]{&s.due, &s.beat} {
		if do := s.take(a); do != nil {
			s.now(func() { do(s) })
		}
	}
}

// take takes an alarm that rings: it does so once.
func (s *socket) take(a *alarm[*socket]) (do func(*socket)) {
	now := s.Clock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if a.rings(now) {
		do, *a = a.do, alarm[*socket]{}
	}
	return do
}

// untilExpiry turns the deadline of connection_init into the token's.
func (s *socket) untilExpiry() {
	s.disarm(&s.due)
	if left, ends := caller.TokenLeft(s.who, s.Clock()); ends {
		s.arm(&s.due, left, (*socket).expired)
	}
}

// late: connection_init did not come.
func (s *socket) late() { s.close(initTimeout) }

// expired: the token did.
func (s *socket) expired() { s.close(forbidden) }

// hush ends a socket that was silent for too long.
func (s *socket) hush() {
	s.close(initTimeout)
	s.Cut() // it has nothing to say
}

// ping finds dead peers: one that is gone does not answer, and no write would tell.
func (s *socket) ping() {
	if s.conn.Ping() != nil {
		s.Cut()
		return
	}
	s.arm(&s.beat, s.Limits.Pong, (*socket).pong)
}

func (s *socket) pong() {
	if !s.conn.Heard() {
		s.Cut()
		return
	}
	l := s.Limits
	s.arm(&s.beat, max(l.Ping-l.Pong, l.Ping/2), (*socket).ping)
}
