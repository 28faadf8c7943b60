package listener

import (
	"strings"
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

// fewResets are what a connection may have cancelled to stay open when its client goes beyond: others of the address
// search and leave pages too.
const fewResets = 20

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

// cancelled counts a request that ended because its client cancelled it, and ends the connection of a client that cancels
// too many. A proxy cancels for many clients, and is not counted.
func (l *connections) cancelled(c *conn) {
	client := c.groups[1].client
	if client == "" || c.gone.Load() {
		return
	}
	ofConn := c.resets.Add(1)
	if l.resets.areTooMany(client, l.cfg.Clock()) && ofConn > fewResets {
		l.endAll(CauseResets, func() []*conn {
			if c.gone.Load() {
				return nil
			}
			return []*conn{c}
		})
	}
}

// http2Error hears of what net/http found wrong with a connection of HTTP/2. It ends one on which more than four times
// maxStreams requests wait for a handler, which takes resets.
func (l *connections) http2Error(what string) {
	if strings.HasSuffix(what, "_too_many_early_resets") {
		l.cfg.Metrics.ConnectionEnded(l.cfg.Name, CauseResets)
		l.log("ended", CauseResets)
	}
}
