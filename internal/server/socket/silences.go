package socket

import (
	"slices"
	"sync"
)

// silences are the sockets that have not said who they are, by address. When an
// address has too many of them, the one that has been silent longest makes room:
// honest clients speak at once, so that a silent crowd pushes out itself, and not
// its neighbours behind the same address.
type silences[S comparable] struct {
	most int

	mu sync.Mutex
	of map[string][]S // oldest first
}

func newSilences[S comparable](most int) *silences[S] {
	return &silences[S]{most: most, of: map[string][]S{}}
}

// enter adds a socket; crowded says that the one that it returns must make room.
func (all *silences[S]) enter(addr string, s S) (longest S, crowded bool) {
	all.mu.Lock()
	defer all.mu.Unlock()
	waiting := all.of[addr]
	if crowded = len(waiting) >= all.most; crowded {
		longest = waiting[0]
		waiting = slices.Delete(waiting, 0, 1)
	}
	all.of[addr] = append(waiting, s)
	return longest, crowded
}

// leave takes out a socket that spoke, or is gone.
func (all *silences[S]) leave(addr string, s S) {
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
