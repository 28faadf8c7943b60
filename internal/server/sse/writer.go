package sse

import (
	"io"
	"net/http"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
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

func (cfg *Config) writer(w http.ResponseWriter) writer {
	return writer{w, http.NewResponseController(w), cfg.Limits.Write, cfg.Clock}
}

// begin sends the headers.
func (e writer) begin() {
	h := e.w.Header()
	h.Set("Content-Type", reply.Events+"; charset=utf-8")
	h.Set("Cache-Control", "no-cache, no-store")
	h.Set("X-Accel-Buffering", "no") // proxies must not collect events
	h.Add("Vary", "Accept")
	_ = e.rc.SetReadDeadline(time.Time{}) // the server's limit is for requests that end
	e.w.WriteHeader(http.StatusOK)
}

// once sends the answer of an operation that has but one.
func (e writer) once(resp *graphql.Response) {
	if e.send("next", string(present.Encode(resp))) {
		_ = e.send("complete", "") // a client that left needs no end
	}
}
