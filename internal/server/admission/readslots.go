package admission

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// readSlots limit how many documents and long bodies are read at a time: however many clients send them, processors are left
// for other work. Subjects share the slots fairly. Short documents have slots of their own, and wait for no long one.
type readSlots struct {
	short, long *quota.FairSemaphore
	within      time.Duration // longest wait
}

// shortBytes is the size of a document that somebody writes by hand: it is read in less than a millisecond.
const shortBytes = 4 << 10

// maxReadsWaiting wait for the slots of each kind; a further one is refused.
const maxReadsWaiting = 256

func newReadSlots(l limits.Limits) readSlots {
	slots := func() *quota.FairSemaphore { return quota.NewFairSemaphore(l.Reading, 0, maxReadsWaiting) }
	return readSlots{short: slots(), long: slots(), within: l.Request}
}

func (s readSlots) waiting() int { return s.short.Waiting() + s.long.Waiting() }

func (s readSlots) ofSize(bytes int) *quota.FairSemaphore {
	if bytes <= shortBytes {
		return s.short
	}
	return s.long
}

// acquire waits for a slot to read so many bytes; call leave after it.
func (s readSlots) acquire(ctx context.Context, bytes int) (leave func(), _ *fault.Error) {
	ctx, cancel := context.WithTimeout(ctx, s.within)
	defer cancel()
	leave, err := s.ofSize(bytes).Acquire(ctx, caller.Subject(ctx), bytes)
	switch {
	case errors.Is(err, quota.ErrQueueFull):
		return nil, tooManyRead()
	case err != nil:
		return nil, present.TookTooLong()
	}
	return leave, nil
}

func tooManyRead() *fault.Error {
	return fault.New(fault.Unavailable, "El servidor no puede leer más operaciones que no conoce ahora.").
		WithEspera(5 * time.Second).WithRecuperacion("Intente de nuevo en unos segundos, o con un documento más corto.")
}

// A client without a token may ask for the schema, and for what is left of a budget; short documents do for both. The server
// reads no long document of such a client: it would take a slot from others, and be refused for want of a token.

// longBody is the size from which a body needs a slot also to be decoded, and pays as the text of an unknown document does.
const longBody = 16 << 10

// TooLongForAnonymous returns an error for a request of so many bytes if it is too long for a client without a token, and
// the client has none.
func TooLongForAnonymous(ctx context.Context, bytes int) *fault.Error {
	return tooLongForAnonymous(ctx, bytes, longBody-1)
}

func tooLongForAnonymous(ctx context.Context, bytes, most int) *fault.Error {
	if bytes <= most || !caller.IsAddress(caller.Subject(ctx)) {
		return nil
	}
	return fault.Newf(fault.Unauthenticated, "Inicie sesión: sin un token válido no se lee nada de más de %d bytes.", most)
}
