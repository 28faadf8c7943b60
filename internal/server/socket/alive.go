package socket

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// late: connection_init did not come.
func (s *socket) late() { s.close(initTimeout) }

// expired: the token did.
func (s *socket) expired() { s.close(forbidden) }

// untilExpiry turns the deadline of connection_init into the token's.
func (s *socket) startExpiry() {
	s.stopTimer(&s.deadlineTimer)
	if left, ends := caller.TokenLeft(s.who, s.Clock()); ends {
		s.startTimer(&s.deadlineTimer, left, s.expired)
	}
}

// Deny implements drain.Connection: the end is that of a token that expired.
func (s *socket) Deny(denied func(context.Context) bool) {
	if who := s.authenticated.Load(); who != nil && denied(*who) {
		s.goDo(s.expired)
	}
}

// ping finds dead clients: one that is gone does not answer, and no write would tell. Any byte is a sign of life; while
// a message is handled nothing is read, and the answer may wait.
func (s *socket) ping() {
	s.metered.active.Store(false)
	ctx, cancel := context.WithTimeout(context.Background(), s.Limits.Pong)
	defer cancel()
	if s.conn.Ping(ctx) != nil && !s.metered.active.Load() && !s.busy.Load() {
		if !s.metered.closing.Load() { // else it has an end of its own
			s.Cut()
		}
		return
	}
	s.startTimer(&s.pingTimer, s.Limits.Ping, s.ping)
}
