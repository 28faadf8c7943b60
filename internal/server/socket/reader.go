package socket

import (
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

func (s *socket) run() {
	s.Metrics.SocketsOpen(1)
	if s.conn.Subprotocol() != subprotocol {
		s.close(badSubprotocol)
	}
	s.arm(&s.deadline, s.Clock().Add(s.Limits.Init), (*socket).late)
	s.arm(&s.beat, s.Clock().Add(s.Limits.Ping), (*socket).ping)
	s.rest() // reading would want a whole frame soon; connection_init has a time of its own
}

// rest has the next message handled when the client says something, or the connection is gone. Where the
// listener cannot wait for it, a goroutine does.
func (s *socket) rest() {
	if !s.conn.Await(s.serve) {
		go s.wait()
	}
}

// wait does little, because an idle socket holds its stack: the next work gets a goroutine, and so a stack, of
// its own.
func (s *socket) wait() {
	s.conn.Rest()
	go s.serve()
}

// serve handles a message, and goes to rest.
func (s *socket) serve() {
	s.came.Store(true)
	goesOn := s.next()
	s.came.Store(false)
	if goesOn {
		s.rest()
		return
	}
	s.end()
}

// next handles a message; false at the end of the connection.
func (s *socket) next() (goesOn bool) {
	defer func() {
		if v := recover(); v != nil {
			_ = s.Presenter.Recovered(s.who, v) // which logs it
			s.close(internalServerFail)
		}
	}()
	kind, data, err := s.conn.Read()
	switch {
	case err != nil:
		return false
	case kind == ws.Nothing:
		return true
	}
	defer s.forget()
	wrong := &invalidMessage
	switch kind {
	case ws.Text:
		wrong = s.receive(data)
	case ws.Cut:
		wrong = s.receivePart(data)
	}
	if wrong != nil {
		if wrong.isFaultOfClient() {
			s.Budget.Strike(s.who, budget.Socket, len(data))
		}
		s.close(*wrong) // the client answers, or is cut off
	}
	return true
}
