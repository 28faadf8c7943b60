package listener

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

type connKey struct{}

func withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, connOf(c))
}

// crowdedWithin is how long a client may take to read that there was no room for its request. Of HTTP/2 it may shut its window,
// and a thousand connections would have the server keep a hundred such answers each.
const crowdedWithin = time.Second

// requests bounds the requests at a time, and ends connections with an answer: by the header "Connection: close", which
// net/http makes a GOAWAY of HTTP/2.
type requests struct {
	next, crowded http.Handler
	clock         func() time.Time
	stopping      atomic.Bool
}

// ServeHTTP has every answer be the last of its connection while the places get scarce, or the server stops.
func (s *requests) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := r.Context().Value(connKey{}).(*conn)
	room, scarce := c.of.begin(c.place)
	defer c.of.done(c.place)
	if scarce || s.stopping.Load() {
		w.Header().Set("Connection", "close")
	}
	if !room {
		s.crowded.ServeHTTP(w, r)
		_ = http.NewResponseController(w).SetWriteDeadline(s.clock().Add(crowdedWithin)) // of what net/http sends of it now
		return
	}
	s.next.ServeHTTP(w, r)
}
