package socket

import (
	"context"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// closeWait is how long a client may take to answer a close frame.
const closeWait = 5 * time.Second

// close sends a close frame, and returns when the client has answered it, or the connection was cut. Of several reasons the
// client gets the first.
func (s *socket) close(c closing) {
	s.ops.stopAll()
	s.reading.Lock() // a message that has begun is read first: closing reads too, and only one may read
	first := s.closeReason == nil
	if first {
		s.closeReason = &c
	}
	why := s.closeReason
	s.metered.closing.Store(true)
	s.reading.Unlock()
	if !first {
		_ = s.conn.Close(why.code, why.reason) // returns when the first close does
		return
	}
	cut := time.AfterFunc(closeWait, s.Cut)
	defer cut.Stop()
	if s.conn.Close(why.code, why.reason) != nil {
		_, _ = io.Copy(io.Discard, &s.metered) // closing a connection with unread bytes may lose the close frame
	}
	s.Cut()
}

// Drain lets queries and mutations finish, subscriptions end, and closes.
func (s *socket) Drain() {
	s.goDo(func() {
		s.ops.stopSubscriptions()
		s.ops.running.Wait()
		s.close(goingAway)
	})
}

// startExpiry replaces the deadline of connection_init by the end of the token.
func (s *socket) startExpiry() {
	s.stopTimer(&s.deadlineTimer)
	if left, ends := caller.TokenLeft(s.who, s.Clock()); ends {
		s.startTimer(&s.deadlineTimer, left, func() { s.close(forbidden) })
	}
}

// Deny implements drain.Connection. The socket ends as if its token had expired.
func (s *socket) Deny(denied func(context.Context) bool) {
	if who := s.authenticated.Load(); who != nil && denied(*who) {
		s.goDo(func() { s.close(forbidden) })
	}
}

// ping finds a client that is gone without closing the connection. Any byte is a sign of life. The server reads nothing
// while it handles a message, so that the client may have answered already.
func (s *socket) ping() {
	s.metered.active.Store(false)
	ctx, cancel := context.WithTimeout(context.Background(), s.Limits.Pong)
	defer cancel()
	if s.conn.Ping(ctx) != nil && !s.metered.active.Load() && !s.busy.Load() {
		if !s.metered.closing.Load() { // otherwise close ends the socket
			s.Cut()
		}
		return
	}
	s.startTimer(&s.pingTimer, s.Limits.Ping, s.ping)
}

// end waits for all that the socket started, and gives up what it holds.
func (s *socket) end() {
	s.endTasks()
	s.atWork.Wait()
	if s.leave != nil {
		s.leave()
	}
	s.Metrics.SocketsOpen(-1)
	s.Connections.Leave(s)
}
