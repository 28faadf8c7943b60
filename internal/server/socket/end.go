package socket

import "github.com/carpeta-ciudadana/servidor/internal/server/caller"

// close says why. The reader goes on until the client agrees, or is cut off.
func (s *socket) close(c closing) {
	s.ops.stopAll()
	s.conn.Close(c.code, c.reason)
}

// Drain lets queries and mutations finish, subscriptions end, and closes.
func (s *socket) Drain() {
	s.later(func() {
		s.ops.stopSubscriptions()
		s.ops.running.Wait()
		s.close(goingAway)
	})
}

// speaks takes the socket out of those that have not said who they are.
func (s *socket) speaks() { s.silent.leave(caller.Peer(s.who), s) }

// end is the last thing that a socket does; it waits for all that it started.
func (s *socket) end() {
	s.ops.stopAll()
	s.over()
	s.conn.Free()
	s.atWork.Wait()
	s.speaks()
	if s.leave != nil {
		s.leave()
	}
	s.Metrics.SocketsOpen(-1)
	s.rounds.leave(s)
	s.Connections.Leave(s)
}
