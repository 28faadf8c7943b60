package reply

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// Problem is a failure of the HTTP request itself, before there is an operation.
type Problem struct {
	Status int
	Err    *fault.Error
	Allow  string // methods, with 405
	Last   bool   // its connection ends with the answer
}

// ProblemOf answers with the status of the error's code.
func ProblemOf(err *fault.Error) *Problem {
	return &Problem{Status: err.Code.Info().Status, Err: err}
}

// BadRequest is the answer to a request that is not GraphQL over HTTP.
func BadRequest(mensaje string) *Problem { return ProblemOf(fault.New(fault.BadUserInput, mensaje)) }

// MethodNotAllowed is the answer to a method that the address or the operation does not take; allow are those that it takes.
func MethodNotAllowed(allow, mensaje string) *Problem {
	return &Problem{Status: http.StatusMethodNotAllowed, Err: fault.New(fault.BadUserInput, mensaje), Allow: allow}
}

// NotAcceptable is the answer to a request that accepts no media type of ours.
func NotAcceptable(offered []string) *Problem {
	return &Problem{
		Status: http.StatusNotAcceptable,
		Err:    fault.New(fault.BadUserInput, "Se responde en "+strings.Join(offered, ", ")+"."),
	}
}

// LongHeader is the answer to a header that is too long to be read, or has too many parts.
func LongHeader(name string) *Problem {
	return &Problem{
		Status: http.StatusRequestHeaderFieldsTooLarge,
		Err:    fault.New(fault.BadUserInput, "El encabezado "+name+" es demasiado largo."),
	}
}

// Stopping is the answer of a server that stops.
func Stopping() *Problem {
	return ProblemOf(fault.New(fault.Unavailable, "El servidor se está deteniendo."))
}

// TwoHeaders is the answer to a request with two identities.
func TwoHeaders() *Problem {
	return BadRequest("El encabezado Authorization viene más de una vez.")
}

// Send answers a request that never became an operation, in JSON.
func (p *Problem) Send(w http.ResponseWriter, r *http.Request, media string, as present.Presenter) {
	p.SetHeaders(w, r)
	if media == "" || media == Events {
		media = JSON
	}
	Send(w, media, p.Status, as.Failure(r.Context(), p.Err))
}

// How long a refused client may take to send the rest of its body, which net/http reads before it answers on HTTP/1, and to
// read the answer, which a shut window of HTTP/2 keeps back.
const (
	bodyGrace     = time.Second
	refusalWithin = 10 * time.Second
)

// SetHeaders sets the headers and the deadlines of a refusal.
func (p *Problem) SetHeaders(w http.ResponseWriter, r *http.Request) {
	deadlines := http.NewResponseController(w) // a writer without deadlines is a test's
	if r.ProtoMajor == 1 && r.Body != http.NoBody {
		_ = deadlines.SetReadDeadline(time.Now().Add(bodyGrace))
	}
	_ = deadlines.SetWriteDeadline(time.Now().Add(refusalWithin))
	w.Header().Set("Content-Language", fault.Language(r.Context()))
	if p.Last {
		CloseConnection(w)
	}
	if p.Allow != "" {
		w.Header().Set("Allow", p.Allow)
	}
	switch p.Err.Code {
	case fault.Unauthenticated:
		w.Header().Set("WWW-Authenticate", challenge(r))
	case fault.InsufficientAuthentication:
		setChallenge(w, p.Err.Challenge)
	case fault.Unavailable:
		w.Header().Set("Retry-After", "5")
	}
}

// setChallenge says how to sign in for what was asked (RFC 9470, 3).
func setChallenge(w http.ResponseWriter, need *fault.Challenge) {
	value := `Bearer error="insufficient_user_authentication"`
	if len(need.ACRValues) > 0 {
		value += `, acr_values="` + strings.Join(need.ACRValues, " ") + `"`
	}
	if need.MaxAge > 0 {
		value += `, max_age="` + strconv.Itoa(int(need.MaxAge.Seconds())) + `"`
	}
	w.Header().Set("WWW-Authenticate", value)
}

// challenge names an error only if the client sent a token (RFC 6750, 3.1).
func challenge(r *http.Request) string {
	if r.Header.Get("Authorization") == "" {
		return "Bearer"
	}
	return `Bearer error="invalid_token"`
}

// The media types of answers.
const (
	GraphQL = "application/graphql-response+json"
	JSON    = "application/json"
	Events  = "text/event-stream"
)

// Send answers with GraphQL's JSON of a media type.
func Send(w http.ResponseWriter, media string, status int, resp *graphql.Response) {
	body := present.Encode(resp)
	resp.Data = nil // the body has a copy: a client that reads slowly must not keep both in memory
	if need := present.ChallengeOf(resp.Errors); need != nil {
		setChallenge(w, need)
	}
	if seconds, ok := present.RetryAfter(resp.Errors); ok {
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
	}
	Write(w, media+"; charset=utf-8", status, body)
}

// Write sends a whole answer, which nobody may keep.
func Write(w http.ResponseWriter, media string, status int, body []byte) {
	h := w.Header()
	h.Set("Content-Type", media)
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "Accept")
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
