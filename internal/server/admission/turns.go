package admission

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// turn waits for one of the places to read in: however many send what has to be read,
// processors are left for the others, and subjects take turns. Call leave after it.
func (g *Gate) turn(ctx context.Context) (leave func(), _ *fault.Error) {
	ctx, cancel := context.WithTimeout(ctx, g.cfg.Limits.Request)
	defer cancel()
	leave, err := g.turns.Take(ctx, caller.Subject(ctx))
	if err != nil {
		return nil, present.TookTooLong()
	}
	return leave, nil
}
