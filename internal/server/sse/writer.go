package sse

import (
	"io"
	"net/http"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// writer writes the events of a stream: `next` for each result, then `complete`.
type writer struct {
	w      http.ResponseWriter
	rc     *http.ResponseController
	within time.Duration // longest write
	clock  func() time.Time
}

func (s writer) send(event, data string) bool {
	return s.raw("event: " + event + "\ndata: " + data + "\n\n")
}

// next sends an event of a subscription; id may be empty.
func (s writer) next(id, data string) bool {
	if id == "" {
		return s.send("next", data)
	}
	return s.raw("id: " + id + "\nevent: next\ndata: " + data + "\n\n")
}

// raw writes within a deadline, so that the stream of a client that does not read ends.
func (s writer) raw(text string) bool {
	_ = s.rc.SetWriteDeadline(s.clock().Add(s.within))
	_, err := io.WriteString(s.w, text)
	if err != nil || s.rc.Flush() != nil {
		return false
	}
	_ = s.rc.SetWriteDeadline(time.Time{}) // HTTP/2 ends a stream when its deadline passes, also between two writes
	return true
}

func (cfg *Config) writer(w http.ResponseWriter) writer {
	return writer{w, http.NewResponseController(w), cfg.Limits.Write, cfg.Clock}
}

// begin sends the headers.
func (s writer) begin() {
	h := s.w.Header()
	h.Set("Content-Type", reply.Events+"; charset=utf-8")
	h.Set("Cache-Control", "no-cache, no-store")
	h.Set("X-Accel-Buffering", "no") // proxies must not collect events
	h.Add("Vary", "Accept")
	_ = s.rc.SetReadDeadline(time.Time{}) // the server's limit is for requests that end
	s.w.WriteHeader(http.StatusOK)
}

// once sends the answer of an operation that has only one.
func (s writer) once(resp *graphql.Response) {
	if s.send("next", string(present.Encode(resp))) {
		_ = s.send("complete", "") // a client that left needs no end
	}
}
