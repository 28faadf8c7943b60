package budget

import (
	"container/list"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// unreceived is an answer, in the metrics, whose client read slowly while others had no room for theirs.
const unreceived = "sin_recibir"

// patience is how long a client may take for an answer that others need the room of.
const patience = time.Second

// sending are the answers that are written to their clients now, those that began first before the others.
// A few subjects that read nothing could else keep the room of all for as long as an answer may take.
type sending struct {
	clock   func() time.Time
	refused func() // counts one that made room

	mu  sync.Mutex
	all list.List // of *sender
}

type sender struct {
	since         time.Time
	cut, released func()
}

// enter says that an answer is written now; released gives up what it holds.
func (s *sending) enter(cut, released func()) (leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.all.PushBack(&sender{s.clock(), cut, released})
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all.Remove(at) // nothing if it made room
	}
}

// makeRoom tries until there is room, or until nobody is left who makes it. Only what all hold is given up: a
// subject that holds too much reads its own answers.
func (s *sending) makeRoom(try func() quota.Fullness) quota.Fullness {
	for {
		full := try()
		if full != quota.FullOfAll || !s.giveUp() {
			return full
		}
	}
}

// giveUp ends the answer that has been written for longest, if it has for long.
func (s *sending) giveUp() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := s.all.Front()
	if first == nil {
		return false
	}
	slow := first.Value.(*sender) // nothing else is there
	if s.clock().Sub(slow.since) < patience {
		return false
	}
	s.all.Remove(first)
	slow.cut() // with the lock held: after its end the connection is another's
	slow.released()
	s.refused()
	return true
}
