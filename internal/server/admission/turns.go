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
// left for the others. Subjects take turns, and what is short does not wait for what is long.
type turns struct {
	places *quota.Turns
	crowds *quota.Places // of each address: those that read or wait
	within time.Duration // longest wait
	rest   quota.Rest    // no price bounds what a thousand subjects send
}

// longestRest of a place: reading that took longer was held up by others.
const longestRest = 50 * time.Millisecond

func newTurns(l limits.Limits, clock func() time.Time) turns {
	return turns{quota.NewBoundedTurns(l.Reading, 0, l.ReadingAll), quota.NewPlaces(l.ReadingEach), l.Request, quota.Rest{Share: l.ReadingShare, Longest: longestRest, Clock: clock}}
}

// take waits for a place to read so many bytes; call leave after it.
func (t turns) take(ctx context.Context, bytes int) (leave func(), _ *fault.Error) {
	part, ok := t.crowds.Enter(caller.Peer(ctx))
	if !ok {
		return nil, crowded()
	}
	ctx, cancel := context.WithTimeout(ctx, t.within)
	defer cancel()
	out, err := t.places.Take(ctx, caller.Subject(ctx), bytes)
	switch {
	case errors.Is(err, quota.ErrRefused):
		part()
		return nil, tooManyRead()
	case err != nil:
		part()
		return nil, present.TookTooLong()
	}
	out = t.rest.After(out)
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
