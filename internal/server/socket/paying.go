package socket

import (
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

const (
	// credit are the frames that a socket pays for at once: its subject's budget is asked
	// once for so many. The first are free. A crowd that comes back at the same time, from one
	// address, shall not be a flood: each socket costs its handshake.
	credit = 16
	// frameBytes of a frame count as one frame more: they are read too.
	frameBytes = 1 << 10
)

// Frame implements ws.Account.
func (s *socket) Frame(payload int64) error {
	s.paid -= 1 + int(payload/frameBytes)
	if s.paid >= 0 {
		return nil
	}
	due := max(-s.paid, credit)
	if !s.Budget.Message(s.who, due) {
		s.Budget.Strike(s.who, budget.Socket, 0)
		return tooManyMessages.ending()
	}
	s.paid += due
	return nil
}

// Keep implements ws.Account.
func (s *socket) Keep(bytes int) error {
	if s.incoming == nil {
		s.incoming = s.Budget.Receive(&s.free)
	}
	full := s.incoming.Grow(s.who, bytes)
	if full == nil {
		return nil
	}
	s.forget()
	s.full = full
	return ws.ErrSkip
}

// Drop implements ws.Account: the connection ends.
func (s *socket) Drop() {
	s.ops.stopAll()
	s.forget()
}

func (c closing) ending() error { return ws.Ending(c.code, c.reason) }
