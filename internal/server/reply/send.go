package reply

import (
	"net/http"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// Send answers in JSON of the media type chosen.
func Send(w http.ResponseWriter, media string, status int, resp *graphql.Response) {
	body := present.Encode(resp)
	resp.Data = nil // it is in the body: a client that reads slowly keeps one of the two
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

// End makes an answer the last of its connection: over HTTP/2 net/http says GOAWAY for it.
func CloseConnection(w http.ResponseWriter) { w.Header().Set("Connection", "close") }

// Cut is what ends an answer that is being written.
func Cut(w http.ResponseWriter) func() {
	return func() { _ = http.NewResponseController(w).SetWriteDeadline(time.Unix(1, 0)) } // a writer without deadlines is a test's
}
