package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// body reads the body of a request. The bytes are counted as they arrive, not as they are announced, and must arrive at a
// least speed.
type body struct {
	limits  limits.Limits
	counted *budget.Incoming
	clock   func() time.Time
}

// bodyGrace is how long a refused body may still arrive: net/http reads the rest before it answers, for clients that read only
// after they have sent everything.
const bodyGrace = time.Second

// firstBytes is the size of the first buffer.
const firstBytes = 1 << 10

// read reads the body, unless its announced length is too long. With a problem it returns the bytes that have arrived.
func (b body) read(ctx context.Context, w http.ResponseWriter, r *http.Request) ([]byte, *reply.Problem) {
	if r.ContentLength > b.limits.Body {
		return nil, tooLong(b.limits.Body)
	}
	rc, start := http.NewResponseController(w), b.clock()
	if refused := b.refusal(ctx, int(r.ContentLength)); refused != nil {
		_ = rc.SetReadDeadline(start.Add(bodyGrace))
		return nil, reply.ProblemOf(refused)
	}
	from := http.MaxBytesReader(w, r.Body, b.limits.Body)
	var all []byte
	for {
		if len(all) == cap(all) {
			room := b.bufferSize(cap(all), r.ContentLength)
			if err := b.counted.Grow(ctx, room-cap(all)); err != nil {
				_ = rc.SetReadDeadline(b.clock().Add(bodyGrace))
				return all, reply.ProblemOf(err)
			}
			all = append(make([]byte, 0, room), all...)
		}
		_ = rc.SetReadDeadline(start.Add(b.due(len(all)))) // a writer without deadlines is a test's
		n, err := from.Read(all[len(all):cap(all)])
		all = all[:len(all)+n]
		switch {
		case errors.Is(err, io.EOF):
			_ = rc.SetReadDeadline(time.Time{}) // the request is complete
			return all, nil
		case err != nil:
			return all, b.problem(err)
		}
	}
}

// refusal is the error for a body of a size that is not read at all.
func (b body) refusal(ctx context.Context, announced int) *fault.Error {
	if missing := admission.TooLongForAnonymous(ctx, announced); missing != nil {
		return missing
	}
	return b.counted.CheckSize(ctx, announced)
}

// bufferSize is the size of the next buffer: twice the last, but not larger than the body can be, and one byte in which its
// end is seen.
func (b body) bufferSize(last int, announced int64) int {
	most := b.limits.Body
	if announced >= 0 {
		most = announced
	}
	return max(min(2*last, int(most)+1), last+1, firstBytes)
}

// due is the time in which more than so many bytes must have arrived.
func (b body) due(bytes int) time.Duration {
	return b.limits.ReadGrace + time.Duration(bytes)*time.Second/time.Duration(b.limits.ReadRate)
}

func (b body) problem(err error) *reply.Problem {
	var passed *http.MaxBytesError
	switch {
	case errors.As(err, &passed):
		return tooLong(b.limits.Body)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &reply.Problem{Status: http.StatusRequestTimeout, Err: fault.New(fault.BadUserInput, "La solicitud llegó demasiado despacio.")}
	default:
		return reply.BadRequest("La solicitud llegó incompleta.")
	}
}

// bodyOfGet refuses a GET with a body, which has no meaning (RFC 9110 §9.3.1). It sets a deadline for the body: an event
// stream has none, and would wait for the body for ever.
func bodyOfGet(w http.ResponseWriter, now time.Time) *reply.Problem {
	_ = http.NewResponseController(w).SetReadDeadline(now.Add(bodyGrace))
	return reply.BadRequest("Un GET no lleva cuerpo: envíe la operación en la dirección, o use POST.")
}

func tooLong(most int64) *reply.Problem {
	return &reply.Problem{
		Status: http.StatusRequestEntityTooLarge,
		Err: fault.Newf(fault.BadUserInput, "La solicitud ocupa más de %d bytes.", most).
			WithRecuperacion("Divídala en varias. Los archivos no van por aquí: iniciarCarga dice a dónde."),
	}
}
