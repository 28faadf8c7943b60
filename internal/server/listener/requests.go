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

// overloadedWithin is how long a client may take to read that its request was refused. A client of HTTP/2 may shut its
// window, and the server would keep a hundred such answers for each of a thousand connections.
const overloadedWithin = time.Second

// requests limits the requests at a time. While the connections are nearly full, or the server stops, each answer is the
// last of its connection: net/http makes a GOAWAY of "Connection: close" on HTTP/2.
type requests struct {
	cfg      Config
	stopping atomic.Bool
}

func (s *requests) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := r.Context().Value(connKey{}).(*conn)
	ok, nearlyFull := c.of.beginRequest(c)
	defer func() {
		c.of.endRequest(c)
		if isCancelled(r) {
			c.of.cancelled(c)
		}
	}()
	if isCancelled(r) { // while it waited for its turn: nobody wants an answer
		return
	}
	if nearlyFull || s.stopping.Load() {
		w.Header().Set("Connection", "close")
	}
	if !ok {
		s.cfg.Overloaded.ServeHTTP(w, r)
		_ = http.NewResponseController(w).SetWriteDeadline(s.cfg.Clock().Add(overloadedWithin)) // for what net/http sends after this
		return
	}
	s.cfg.Handler.ServeHTTP(w, r)
}

// isCancelled reports whether the client has cancelled a request of HTTP/2, and may go on with others.
func isCancelled(r *http.Request) bool { return r.ProtoMajor == 2 && r.Context().Err() != nil }
