package transport

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
)

// alarm is something that a socket does at a time. It is no timer: those of ten
// thousand sockets are looked through once in a round.
type alarm struct {
	at time.Time // zero: never
	do func(*socket)
}

// roundOf is how often the alarms are looked through, and so how late one may be.
func roundOf(l limits.Limits) time.Duration {
	return max(min(time.Second, min(l.Init, l.Ping, l.Pong)/8), time.Millisecond)
}

// arm sets one of the socket's alarms anew.
func (s *socket) arm(a *alarm, d time.Duration, do func(*socket)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*a = alarm{s.api.cfg.Clock().Add(d), do}
}

func (s *socket) disarm(a *alarm) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*a = alarm{}
}

// rings reports whether there is work to do.
func (s *socket) rings(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.due.rings(now) || s.beat.rings(now)
}

func (a alarm) rings(now time.Time) bool { return !a.at.IsZero() && !now.Before(a.at) }

// work does what the alarms are for.
func (s *socket) work() {
	for _, a := range []*alarm{&s.due, &s.beat} {
		if do := s.take(a); do != nil {
			s.now(func() { do(s) })
		}
	}
}

// take takes an alarm that rings: it does so once.
func (s *socket) take(a *alarm) (do func(*socket)) {
	now := s.api.cfg.Clock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if a.rings(now) {
		do, *a = a.do, alarm{}
	}
	return do
}

// late: connection_init did not come.
func (s *socket) late() { s.close(initTimeout) }

// expired: the token did.
func (s *socket) expired() { s.close(forbidden) }

// ping finds dead peers: one that is gone does not answer, and no write would tell.
func (s *socket) ping() {
	if s.conn.Ping() != nil {
		s.kill()
		return
	}
	s.arm(&s.beat, s.api.cfg.Limits.Pong, (*socket).pong)
}

func (s *socket) pong() {
	if !s.conn.Heard() {
		s.kill()
		return
	}
	l := s.api.cfg.Limits
	s.arm(&s.beat, max(l.Ping-l.Pong, l.Ping/2), (*socket).ping)
}
