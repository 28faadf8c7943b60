package sse

import (
	"io"
	"net/http"
	"time"
)

// writer writes `next` for each result, then `complete`.
type writer struct {
	w      http.ResponseWriter
	rc     *http.ResponseController
	within time.Duration // longest write
	clock  func() time.Time
}

func (e writer) send(event, data string) bool {
	return e.raw("event: " + event + "\ndata: " + data + "\n\n")
}

// next sends an event of a subscription; id may be empty.
func (e writer) next(id, data string) bool {
	if id == "" {
		return e.send("next", data)
	}
	return e.raw("id: " + id + "\nevent: next\ndata: " + data + "\n\n")
}

// raw writes within a deadline: a client that does not read ends its own stream.
func (e writer) raw(text string) bool {
	_ = e.rc.SetWriteDeadline(e.clock().Add(e.within))
	_, err := io.WriteString(e.w, text)
	if err != nil || e.rc.Flush() != nil {
		return false
	}
	_ = e.rc.SetWriteDeadline(time.Time{}) // HTTP/2 ends a stream when its deadline passes, also between two writes
	return true
}
