package transport

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// encode writes a response. There is a data member exactly if execution began:
// a request error has none. Data is JSON already, so it is copied, not marshalled.
func encode(resp *graphql.Response) []byte {
	var b bytes.Buffer
	b.Grow(len(resp.Data) + 64)
	b.WriteByte('{')
	if len(resp.Errors) > 0 {
		writeMember(&b, "errors", resp.Errors)
	}
	if resp.Data != nil {
		writeMember(&b, "data", resp.Data)
	}
	if len(resp.Extensions) > 0 {
		writeMember(&b, "extensions", resp.Extensions)
	}
	b.WriteByte('}')
	return b.Bytes()
}

func writeMember(b *bytes.Buffer, name string, value any) {
	raw, done := value.(json.RawMessage)
	if !done {
		var err error
		if raw, err = json.Marshal(value); err != nil {
			raw = json.RawMessage("null") // cannot be: errors and extensions are maps of plain values
		}
	}
	if b.Len() > 1 {
		b.WriteByte(',')
	}
	b.WriteByte('"')
	b.WriteString(name)
	b.WriteString(`":`)
	b.Write(raw)
}

// send answers in JSON of the media type chosen.
func send(w http.ResponseWriter, media string, status int, resp *graphql.Response) {
	body := encode(resp)
	h := w.Header()
	h.Set("Content-Type", media+"; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "Accept")
	if seconds, ok := retryAfter(resp.Errors); ok {
		h.Set("Retry-After", strconv.Itoa(seconds))
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that left needs no answer
}

// sendProblem answers a request that never became an operation.
func (a *API) sendProblem(w http.ResponseWriter, r *http.Request, media string, p *problem) {
	if p.allow != "" {
		w.Header().Set("Allow", p.allow)
	}
	switch p.err.Code {
	case fault.Unauthenticated:
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
	case fault.Unavailable:
		w.Header().Set("Retry-After", "5")
	}
	if media == "" || media == mediaEvents {
		media = mediaJSON
	}
	send(w, media, p.status, a.failed(r.Context(), p.err))
}
