package listener

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

type connKey struct{}

func withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// served tells the place of a connection what its requests do, and gives them what
// net/http does not know of it. A client that stalls is answered soon all the same.
func served(next, crowded http.Handler, clock func() time.Time) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := r.Context().Value(connKey{})
		if s, ok := c.(*secure); ok {
			state := s.Conn.(*tls.Conn).ConnectionState()
			r.TLS = &state // net/http knows it of a *tls.Conn only
			if r.ProtoMajor == 2 && linesOf(r.Header) > maxLines {
				s.places.count(CauseLines)
				w.Header().Set("Connection", "close")
				w.WriteHeader(http.StatusRequestHeaderFieldsTooLarge)
				return
			}
		}
		if p, ok := c.(placed); ok {
			if !p.begin() {
				crowded.ServeHTTP(w, r)
				return
			}
			defer p.end()
			if r.ProtoMajor == 1 && r.Body != http.NoBody {
				p.owes(r.ContentLength)
			}
			if r.Body != http.NoBody {
				var answered func()
				w, r, answered = withBody(w, r, p, clock)
				defer answered()
			}
			if r.ProtoMajor == 2 {
				w = &answers{w, p}
			}
		}
		if r.ProtoMajor == 2 && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
			_ = r.Body.Close() // it would be kept for as long as the answer lasts; of HTTP/2 it never fails
		}
		next.ServeHTTP(w, r)
	})
}

// withBody is a request whose body tells the place when it waits, and of HTTP/1 an answer that does not wait for it. Of
// its own request net/http must know what was read. Answered is for the end of the handler.
func withBody(w http.ResponseWriter, r *http.Request, p placed, clock func() time.Time) (answer http.ResponseWriter, own *http.Request, answered func()) {
	b, with := &body{ReadCloser: r.Body, of: r, place: p}, *r
	with.Body = b
	if r.ProtoMajor == 1 {
		e := &early{ResponseWriter: w, body: b, clock: clock}
		return e, &with, e.begin // a connection that was taken over has no body
	}
	return w, &with, func() {
		if !b.whole {
			_ = http.NewResponseController(w).SetReadDeadline(clock().Add(rest))
		}
	}
}

// answers writes those of HTTP/2, whose client may let nothing come: then the connection itself sends nothing, and does
// not wait.
type answers struct {
	http.ResponseWriter

	place placed
}

func (a *answers) Write(b []byte) (int, error) {
	a.place.asks(1)
	defer a.place.asks(-1)
	return a.ResponseWriter.Write(b)
}

// FlushError is for http.ResponseController.
func (a *answers) FlushError() error {
	a.place.asks(1)
	defer a.place.asks(-1)
	return http.NewResponseController(a.ResponseWriter).Flush()
}

// Unwrap is for http.ResponseController.
func (a *answers) Unwrap() http.ResponseWriter { return a.ResponseWriter }
