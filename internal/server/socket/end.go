package socket

import (
	"io"
	"time"
)

// closeWait is how long a client may take to agree to a close.
const closeWait = 5 * time.Second

// close says why, and returns when the client has agreed, or is cut off. The first reason is told.
func (s *socket) close(c closing) {
	s.ops.stopAll()
	s.reading.Lock() // a message that has begun comes in first: to close is to read, and only one may
	first := s.closeReason == nil
	if first {
		s.closeReason = &c
	}
	why := s.closeReason
	s.metered.closing.Store(true)
	s.reading.Unlock()
	if !first {
		_ = s.conn.Close(why.code, why.reason) // it waits for the first
		return
	}
	cut := time.AfterFunc(closeWait, s.Cut)
	defer cut.Stop()
	if s.conn.Close(why.code, why.reason) != nil {
		_, _ = io.Copy(io.Discard, &s.metered) // a connection that is closed with something unread may lose the close frame
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

// end is the last thing that a socket does, after it was closed; it waits for all that it started.
func (s *socket) end() {
	s.endTasks()
	s.atWork.Wait()
	if s.leave != nil {
		s.leave()
	}
	s.Metrics.SocketsOpen(-1)
	s.Connections.Leave(s)
}
