package admission

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// turns are places to read in: however many clients send documents, processors are
// left for the others, and subjects take turns.
type turns struct {
	places *quota.Turns
	within time.Duration // longest wait
}

func newTurns(places int, within time.Duration) turns {
	return turns{quota.NewTurns(places), within}
}

// take waits for a place; call leave after it.
func (t turns) take(ctx context.Context) (leave func(), _ *fault.Error) {
	ctx, cancel := context.WithTimeout(ctx, t.within)
	defer cancel()
	leave, err := t.places.Take(ctx, caller.Subject(ctx))
	if err != nil {
		return nil, present.TookTooLong()
	}
	return leave, nil
}
