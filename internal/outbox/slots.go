package outbox

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// slots spread the turns of what waits in the store. Of the commands of one carpeta that are due in the same slot of
// time, only some have their turn there; each further one has it in the next slot with room. So a crowd of one citizen
// stands among those of others, and not before them. It knows what this process wrote, and nothing of a life before.
type slots struct {
	width time.Duration // whole seconds
	each  int

	mu       sync.Mutex
	carpetas map[string][]slot // by number; none is empty
	weight   int
	swept    time.Time
}

// slot is how many turns a carpeta has in one.
type slot struct {
	number int64 // since 1970
	taken  int
}

// What the slots take of memory, in bytes, about; and all of them, at most. What finds no room keeps its moment.
const (
	weightOfSlot    = 16
	weightOfCarpeta = 200
	weightOfSlots   = 16 << 20
)

func newSlots(width time.Duration, each int) *slots {
	return &slots{width: width, each: each, carpetas: map[string][]slot{}}
}

// take takes the next turn of a carpeta at a moment or later, and returns how much later.
func (s *slots) take(carpetaID string, due, now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire(now)
	mine, wanted := s.carpetas[carpetaID], s.number(due)
	at, _ := slices.BinarySearchFunc(mine, wanted, byNumber)
	first := wanted
	for at < len(mine) && mine[at].number == first && mine[at].taken >= s.each {
		at, first = at+1, first+1
	}
	if at == len(mine) || mine[at].number != first {
		if !s.weigh(mine) {
			return 0
		}
		mine = slices.Insert(mine, at, slot{number: first})
		s.carpetas[carpetaID] = mine
	}
	mine[at].taken++
	return time.Duration(first-wanted) * s.width
}

func byNumber(t slot, n int64) int { return cmp.Compare(t.number, n) }

func (s *slots) number(t time.Time) int64 { return t.Unix() / int64(s.width/time.Second) }

// weigh makes room for a slot of a carpeta, if there is some; the caller holds the lock.
func (s *slots) weigh(mine []slot) bool {
	more := weightOfSlot
	if len(mine) == 0 {
		more += weightOfCarpeta
	}
	if s.weight+more > weightOfSlots {
		return false
	}
	s.weight += more
	return true
}

// expire forgets the slots that are over, at most once in ten seconds; the caller holds the lock.
func (s *slots) expire(now time.Time) {
	if now.Sub(s.swept) < 10*time.Second {
		return
	}
	s.swept = now
	over := s.number(now)
	for id, mine := range s.carpetas {
		gone, _ := slices.BinarySearchFunc(mine, over, byNumber)
		s.weight -= gone * weightOfSlot
		switch {
		case gone == len(mine):
			delete(s.carpetas, id)
			s.weight -= weightOfCarpeta
		case gone > 0:
			s.carpetas[id] = slices.Clone(mine[gone:])
		}
	}
}
