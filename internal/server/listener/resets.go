package listener

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// How many requests of HTTP/2 a client may cancel. A page that is left cancels maxStreams at most, and an address may be
// a city's mobile network; a client that cancels on purpose sends thousands a second, which no limit of the requests at a
// time holds. One that went beyond is refused for resetPause.
const (
	resetsPerSecond = 100
	resetsAtOnce    = 1000
	resetPause      = 5 * time.Second
)

// maxResetters are the clients whose cancelled requests are counted at a time. More of them are a proxy's to stop: all
// are forgotten then.
const maxResetters = 4096

// resets counts what each client cancels, also after the end of its last connection. Its zero value is ready.
type resets struct {
	mu sync.Mutex
	of map[string]*resetter
}

type resetter struct {
	left         *rate.Limiter
	refusedUntil time.Time
}

// areTooMany counts a request that a client cancelled, and refuses a client that went beyond.
func (s *resets) areTooMany(client string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.of[client]
	if r == nil {
		if s.of == nil || len(s.of) >= maxResetters {
			s.of = map[string]*resetter{}
		}
		r = &resetter{left: rate.NewLimiter(resetsPerSecond, resetsAtOnce)}
		s.of[client] = r
	}
	if r.left.AllowN(now, 1) {
		return false
	}
	r.refusedUntil = now.Add(resetPause)
	return true
}

func (s *resets) refuses(client string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.of[client]
	return r != nil && now.Before(r.refusedUntil)
}
