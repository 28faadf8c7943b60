package admission

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// turns are places to read in: however many clients send documents, processors are
// left for the others. Subjects take turns. What is short has places of its own: it does not wait for
// a long reading to end.
type readSlots struct {
	short, long *quota.FairSemaphore
	within      time.Duration // longest wait
}

// shortBytes is what somebody writes by hand: it is read in less than a millisecond.
const shortBytes = 4 << 10

// maxWaiting are the readings of each kind that wait; a further one is refused.
const maxReadsWaiting = 256

func newReadSlots(l limits.Limits) readSlots {
	places := func() *quota.FairSemaphore { return quota.NewFairSemaphore(l.Reading, 0, maxReadsWaiting) }
	return readSlots{short: places(), long: places(), within: l.Request}
}

func (t readSlots) waiting() int { return t.short.Waiting() + t.long.Waiting() }

// places are those for so many bytes.
func (t readSlots) ofSize(bytes int) *quota.FairSemaphore {
	if bytes <= shortBytes {
		return t.short
	}
	return t.long
}

// take waits for a place to read so many bytes; call leave after it.
func (t readSlots) acquire(ctx context.Context, bytes int) (leave func(), _ *fault.Error) {
	ctx, cancel := context.WithTimeout(ctx, t.within)
	defer cancel()
	leave, err := t.ofSize(bytes).Acquire(ctx, caller.Subject(ctx), bytes)
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
