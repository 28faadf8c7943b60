package reply

import (
	"net/http"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// The media types of answers.
const (
	GraphQL = "application/graphql-response+json"
	JSON    = "application/json"
	Events  = "text/event-stream"
)

// Send answers with JSON of a media type.
func Send(w http.ResponseWriter, media string, status int, resp *graphql.Response) {
	body := present.Encode(resp)
	resp.Data = nil // the body has a copy: a client that reads slowly must not keep both in memory
	h := w.Header()
	h.Set("Content-Type", media+"; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "Accept")
	if seconds, ok := present.RetryAfter(resp.Errors); ok {
		h.Set("Retry-After", strconv.Itoa(seconds))
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that left needs no answer
}

// CloseConnection makes an answer the last of its connection: on HTTP/2 net/http sends GOAWAY.
func CloseConnection(w http.ResponseWriter) { w.Header().Set("Connection", "close") }

// Cut makes the function that aborts an answer while it is written.
func Cut(w http.ResponseWriter) func() {
	return func() { _ = http.NewResponseController(w).SetWriteDeadline(time.Unix(1, 0)) } // a writer without deadlines is a test's
}
