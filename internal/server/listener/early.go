package listener

import (
	"io"
	"net/http"
	"time"
)

// rest is how long what a handler did not read of a body may still come: net/http reads on, so that clients that send
// first and read then see the answer.
const rest = time.Second

// moment is how long an answer waits for that: what was sent with the header comes in it, and the connection goes on.
const moment = 10 * time.Millisecond

// mostRest is how much net/http reads so. Where more is to come it answers at once, and ends the connection.
const mostRest = 256 << 10

// early answers requests of HTTP/1 whose bodies do not come. net/http reads before it answers, and a client that stalls
// was told that it is refused a second late. With the last answer of a connection it reads behind it.
type early struct {
	http.ResponseWriter

	body  *body
	clock func() time.Time
	begun bool
}

// begin is for the first byte of the answer.
func (e *early) begin() {
	if e.begun || e.body.whole {
		return
	}
	e.begun = true
	deadline := http.NewResponseController(e.ResponseWriter).SetReadDeadline // a writer without deadlines is a test's
	if e.waits() && e.comes(deadline) {
		return
	}
	e.Header().Set("Connection", "close")
	_ = deadline(e.clock().Add(rest))
}

// waits reports whether the rest of the body may be on its way. Where the client waits to be asked for it, to read would
// ask.
func (e *early) waits() bool {
	r := e.body.of
	return r.Header.Get("Expect") == "" && r.ContentLength-e.body.read < mostRest
}

// comes reads what comes of the body in a moment, and reports whether that was all of it, in time. No handler reads on
// behind its first byte: net/http does not let it. With the end of a body net/http reads behind it; if it meets the
// deadline there, it holds the client for gone, and gives up every later request of the connection before it begins.
func (e *early) comes(deadline func(time.Time) error) bool {
	over := make(chan struct{})
	late := time.AfterFunc(moment, func() {
		defer close(over)
		_ = deadline(time.Unix(1, 0))
	})
	_, _ = io.CopyN(io.Discard, e.body, mostRest) // an end is seen, and any other error is the client's
	if !late.Stop() {
		<-over
		return false
	}
	_ = deadline(time.Time{})
	return e.body.whole
}

// WriteHeader may be called with what is no answer yet.
func (e *early) WriteHeader(status int) {
	if status >= http.StatusOK {
		e.begin()
	}
	e.ResponseWriter.WriteHeader(status)
}

func (e *early) Write(b []byte) (int, error) {
	e.begin()
	return e.ResponseWriter.Write(b)
}

// FlushError is for http.ResponseController.
func (e *early) FlushError() error {
	e.begin()
	return http.NewResponseController(e.ResponseWriter).Flush()
}

// Unwrap is for http.ResponseController.
func (e *early) Unwrap() http.ResponseWriter { return e.ResponseWriter }
