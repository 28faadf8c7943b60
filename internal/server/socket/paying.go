package socket

import "github.com/carpeta-ciudadana/servidor/internal/server/budget"

// credit are the frames that a socket pays for at once: its subject's budget is asked once for so many. The first are
// free. A crowd that comes back at the same time, from one address, shall not be a flood: each socket costs its
// handshake.
const prepaidFrames = 16

// pay takes the price of frames from the budget of the socket's subject.
func (s *socket) pay(frames int) error {
	s.prepaid -= frames
	if s.prepaid >= 0 {
		return nil
	}
	due := max(-s.prepaid, prepaidFrames)
	if !s.Budget.Message(s.who, due) {
		return &tooManyMessages
	}
	s.prepaid += due
	return nil
}

// received is the count of the message that came. Its taker releases it.
func (s *socket) takeIncoming() *budget.Incoming {
	taken := s.incoming
	s.incoming = nil
	return taken
}

// forget releases the count of a message that nobody took.
func (s *socket) releaseIncoming() {
	s.full = nil
	if taken := s.takeIncoming(); taken != nil {
		taken.Release()
	}
}
