package hub

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Emit takes the news of a follower: a saga at one secuencia. It may wait
// until ctx ends.
type Emit func(ctx context.Context, e *eliminacion.Eliminacion)

// Steps is a follower without a goroutine: somebody else listens for it. Stream
// does, and the simulation.
type Steps interface {
	// Reread brings everything up to date from the store: first of all, and
	// whenever something may have been missed.
	Reread(ctx context.Context) error
	// Event takes one event of the topic. Others hold it too.
	Event(ctx context.Context, a *eliminacion.Aviso) error
	// Done reports whether there is nothing more to come.
	Done() bool
}
