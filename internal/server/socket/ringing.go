package socket

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// work does the work of the alarms.
func (s *socket) work() {
	for _, a := range []*alarm[*socket]{&s.deadline, &s.beat} {
		if do := s.take(a, s.Clock()); do != nil {
			s.now(func() { do(s) })
		}
	}
	s.now(s.endLate)
}

// rings reports whether there is work to do: an alarm, or an operation that waits too long.
func (s *socket) rings(now time.Time) bool {
	return s.alarms.rings(now) || s.desk.anyLate(now.Add(-s.Limits.Request))
}

// endLate answers operations that have waited for too long.
func (s *socket) endLate() {
	then := s.Clock().Add(-s.Limits.Request)
	for a, found := s.desk.late(then); found; a, found = s.desk.late(then) {
		a.giveUp(context.DeadlineExceeded)
	}
}

// untilExpiry turns the deadline of connection_init into the token's.
func (s *socket) untilExpiry() {
	s.disarm(&s.deadline)
	if left, ends := caller.TokenLeft(s.who, s.Clock()); ends {
		s.arm(&s.deadline, s.Clock().Add(left), (*socket).expired)
	}
}

// late: connection_init did not come.
func (s *socket) late() { s.close(initTimeout) }

// expired: the token did.
func (s *socket) expired() { s.close(forbidden) }

// Deny implements drain.Connection: the end is that of a token that expired.
func (s *socket) Deny(denied func(context.Context) bool) {
	if who := s.proven.Load(); who != nil && denied(*who) {
		s.later(s.expired)
	}
}

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
	s.arm(&s.beat, s.Clock().Add(s.Limits.Pong), (*socket).pong)
}

func (s *socket) pong() {
	l := s.Limits
	if s.came.Load() { // the answer may be among what is not read yet
		s.arm(&s.beat, s.Clock().Add(l.Pong), (*socket).pong)
		return
	}
	if !s.conn.Heard() {
		s.Cut()
		return
	}
	s.arm(&s.beat, s.Clock().Add(max(l.Ping-l.Pong, l.Ping/2)), (*socket).ping)
}
