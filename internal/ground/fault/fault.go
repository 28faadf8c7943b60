package fault

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Error is a failure that somebody can act on. Code decides how the API
// presents it; Mensaje is shown to people; the cause goes to the log only.
type Error struct {
	Code         Code
	Mensaje      string        // Spanish, complete sentence, safe to show
	Campos       []Campo       // which inputs were wrong, if any
	Recuperacion string        // the client's next step, if there is one
	Espera       time.Duration // after which the same request may succeed; zero if nobody knows
	ExpiradoEn   time.Time     // when what the client sent expired; zero if that is not the reason
	Challenge    *Challenge    // how to sign in for it; nil if that is not the reason
	cause        error
}

// Challenge is how somebody has to have signed in for what they asked for (RFC 9470).
type Challenge struct {
	ACRValues []string      // one of these levels; none: any
	MaxAge    time.Duration // not longer ago; zero: whenever
}

// Campo names one wrong input and says why.
type Campo struct {
	Campo   string `json:"campo"`
	Mensaje string `json:"mensaje"`
}

// New makes an Error with a public message.
func New(code Code, mensaje string) *Error {
	return &Error{Code: code, Mensaje: mensaje}
}

// Plain makes an Error with the code's own message.
func Plain(code Code) *Error { return New(code, code.Info().Mensaje) }

// Newf is New with a formatted message.
func Newf(code Code, format string, args ...any) *Error {
	return New(code, fmt.Sprintf(format, args...))
}

// Wrap gives a cause a code. The message shown is the code's own.
func Wrap(code Code, cause error) *Error {
	return Plain(code).Because(cause)
}

// Because keeps the cause for the log.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// WithCampo adds a wrong input.
func (e *Error) WithCampo(campo, mensaje string) *Error {
	c := *e
	c.Campos = append(append([]Campo(nil), e.Campos...), Campo{campo, mensaje})
	return &c
}

// WithRecuperacion says what to do next.
func (e *Error) WithRecuperacion(text string) *Error {
	c := *e
	c.Recuperacion = text
	return &c
}

// WithEspera says when to try again.
func (e *Error) WithEspera(d time.Duration) *Error {
	c := *e
	c.Espera = d
	return &c
}

// WithExpiradoEn says when what the client sent expired.
func (e *Error) WithExpiradoEn(t time.Time) *Error {
	c := *e
	c.ExpiradoEn = t
	return &c
}

// WithChallenge says how to sign in for it.
func (e *Error) WithChallenge(need Challenge) *Error {
	c := *e
	c.Challenge = &need
	return &c
}

// Error is for logs and commands: code, message, what is wrong with which input, and cause.
func (e *Error) Error() string {
	text := fmt.Sprintf("%s: %s", e.Code, e.Mensaje)
	for _, c := range e.Campos {
		text += fmt.Sprintf(" %s: %s", c.Campo, c.Mensaje)
	}
	if e.cause == nil {
		return text
	}
	return fmt.Sprintf("%s: %v", text, e.cause)
}

// Unwrap exposes the cause to errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.cause }

// Is makes errors.Is(err, fault.NotFound) work through the code, and through its family.
func (e *Error) Is(target error) bool {
	c, ok := target.(Code)
	return ok && (c == e.Code || c == e.Code.Family())
}

// CodeOf is the code of err: its own, or UNAVAILABLE for a deadline, or INTERNAL.
func CodeOf(err error) Code {
	var e *Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &e):
		return e.Code
	case errors.Is(err, context.DeadlineExceeded):
		return Unavailable
	default:
		return Internal
	}
}

// Transient reports whether the same call may succeed later without anybody
// changing anything. Unknown errors count as transient: giving up on a
// deletion is worse than trying once more.
func Transient(err error) bool {
	switch CodeOf(err) {
	case "":
		return false
	case Unavailable, Conflict, RateLimited, Internal:
		return true
	default:
		return false
	}
}
