package admission

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// turns are places to read in: however many clients send documents, processors are
// left for the others.
type turns struct {
	taken  chan struct{}
	within time.Duration // longest wait
}

func newTurns(places int, within time.Duration) turns {
	return turns{make(chan struct{}, places), within}
}

// take waits for a place; call leave after it.
func (t turns) take(ctx context.Context) (leave func(), _ *fault.Error) {
	leave = func() { <-t.taken }
	select {
	case t.taken <- struct{}{}:
		return leave, nil
	default:
	}
	late := time.NewTimer(t.within)
	defer late.Stop()
	select {
	case t.taken <- struct{}{}:
		return leave, nil
	case <-late.C:
	case <-ctx.Done():
	}
	return nil, present.TookTooLong()
}
