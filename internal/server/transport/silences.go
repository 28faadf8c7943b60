package transport

import (
	"slices"
	"sync"
)

// silences are the sockets that have not said who they are, by address. When an
// address has too many of them, the one that has been silent longest makes room:
// honest clients speak at once, so that a silent crowd pushes out itself, and not
// its neighbours behind the same address.
type silences struct {
	most int

	mu sync.Mutex
	of map[string][]*socket // oldest first
}

func newSilences(most int) silences { return silences{most: most, of: map[string][]*socket{}} }

// enter adds a socket; it returns the one that must make room, or nil.
func (all *silences) enter(s *socket) (longest *socket) {
	addr := peer(s.who)
	all.mu.Lock()
	defer all.mu.Unlock()
	waiting := all.of[addr]
	if len(waiting) >= all.most {
		longest = waiting[0]
		waiting = slices.Delete(waiting, 0, 1)
	}
	all.of[addr] = append(waiting, s)
	return longest
}

// leave forgets a socket that spoke, or is gone.
func (all *silences) leave(s *socket) {
	addr := peer(s.who)
	all.mu.Lock()
	defer all.mu.Unlock()
	waiting := all.of[addr]
	i := slices.Index(waiting, s)
	switch {
	case i < 0:
	case len(waiting) == 1:
		delete(all.of, addr)
	default:
		all.of[addr] = slices.Delete(waiting, i, i+1)
	}
}

// hush ends a socket that was silent for too long.
func (s *socket) hush() {
	s.close(initTimeout)
	s.kill() // it has nothing to say
}
