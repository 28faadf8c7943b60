package socket

import (
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
)

// run begins, and reads until the end of the socket.
func (s *socket) run() {
	s.Metrics.SocketsOpen(1)
	if !strings.EqualFold(s.conn.Subprotocol(), subprotocol) {
		s.close(badSubprotocol)
		s.end()
		return
	}
	s.startTimer(&s.deadlineTimer, s.Limits.Init, s.late)
	s.startTimer(&s.pingTimer, s.Limits.Ping, s.ping)
	s.readNext()
}

// readOn reads a message, and has a goroutine of its own read the next one: an idle socket keeps the stack of its reader,
// and to handle a message takes a larger one.
func (s *socket) readNext() {
	if s.handleNext() {
		go s.readNext()
		return
	}
	s.end()
}

// next reads and handles a message; false at the end of the socket.
func (s *socket) handleNext() (goesOn bool) {
	defer func() {
		if v := recover(); v != nil {
			_ = s.Presenter.Recovered(s.who, v) // which logs it
			s.close(internalServerFail)
		}
	}()
	defer s.releaseIncoming()
	data, err := s.read()
	s.busy.Store(true)
	defer s.busy.Store(false)
	var wrong *closing
	switch {
	case err != nil:
		wrong = closingOf(err)
	case s.full != nil:
		wrong = s.receiveTruncated(data)
	default:
		wrong = s.receive(data)
	}
	if wrong == nil {
		return true
	}
	if wrong.isFaultOfClient() {
		s.Budget.ChargeRefusal(s.who, budget.Socket, len(data))
	}
	s.close(*wrong)
	return false
}
