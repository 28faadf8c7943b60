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
// left for the others. Subjects take turns. What is short has places of its own: it waits neither for
// a long reading to end nor for the rest after it.
type turns struct {
	short, long lane
	crowds      *quota.Places // of each address: those that read or wait
	within      time.Duration // longest wait
}

// lane are places of one kind. They rest: no price bounds what a thousand subjects send.
type lane struct {
	*quota.Turns
	*quota.Rest
}

// shortBytes is what somebody writes by hand: it is read in less than a millisecond.
const shortBytes = 4 << 10

// longestRest of a place: reading that took longer was held up by others. As much is read at once after a while
// without any: a page's documents come together.
const longestRest = 50 * time.Millisecond

func newTurns(l limits.Limits, clock func() time.Time) turns {
	places := func() lane {
		return lane{
			quota.NewBoundedTurns(l.Reading, 0, l.ReadingAll),
			quota.NewRest(quota.RestConfig{Places: l.Reading, Share: l.ReadingShare, Saved: longestRest, Longest: longestRest, Clock: clock}),
		}
	}
	return turns{short: places(), long: places(), crowds: quota.NewPlaces(l.ReadingEach), within: l.Request}
}

func (t turns) waiting() int { return t.short.Waiting() + t.long.Waiting() }

// places are those for so many bytes.
func (t turns) places(bytes int) lane {
	if bytes <= shortBytes {
		return t.short
	}
	return t.long
}

// take waits for a place to read so many bytes; call leave after it.
func (t turns) take(ctx context.Context, bytes int) (leave func(), _ *fault.Error) {
	part, ok := t.crowds.Enter(caller.Peer(ctx))
	if !ok {
		return nil, crowded()
	}
	ctx, cancel := context.WithTimeout(ctx, t.within)
	defer cancel()
	places := t.places(bytes)
	out, err := places.Take(ctx, caller.Subject(ctx), bytes)
	switch {
	case errors.Is(err, quota.ErrRefused):
		part()
		return nil, tooManyRead()
	case err != nil:
		part()
		return nil, present.TookTooLong()
	}
	out = places.After(out)
	return func() {
		part()
		out()
	}, nil
}

func crowded() *fault.Error {
	return fault.New(fault.RateLimited, "De su dirección esperan demasiadas operaciones que el servidor no conoce.").
		WithEspera(time.Second).WithRecuperacion("Envíelas una por una, o registre sus documentos y pídalos por su hash.")
}

func tooManyRead() *fault.Error {
	return fault.New(fault.Unavailable, "El servidor no puede leer más operaciones que no conoce ahora.").
		WithEspera(5 * time.Second).WithRecuperacion("Intente de nuevo en unos segundos, o con un documento más corto.")
}
