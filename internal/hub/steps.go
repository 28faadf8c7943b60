package hub

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// EmitEvent takes what a Stream tells: an *eliminacion.Eliminacion at one secuencia, an
// *eliminacion.Novedad, or an *auditoria.AccesoNuevo. It is as Emit is.
type EmitEvent func(ctx context.Context, event any) error

// Emit takes the news of a follower: a saga at one secuencia. It may wait
// until ctx ends. An error ends the stream; with ErrLater, Resume sends the news again.
type Emit func(ctx context.Context, e *eliminacion.Eliminacion) error

// ErrLater says that nobody can take the news now.
var ErrLater = errors.New("hub: told later")

// Steps is a follower without a goroutine: somebody else listens for it. Stream
// does, and the simulation.
type Steps interface {
	// Reread brings everything up to date from the store: first of all, and
	// whenever something may have been missed.
	Reread(ctx context.Context) error
	// Event takes one event of the topic. Others hold it too.
	Event(ctx context.Context, a *eliminacion.Aviso) error
	// Resume goes on where Reread or Event ended with ErrLater. It reads nothing again.
	Resume(ctx context.Context) error
	// Done reports whether there is nothing more to come.
	Done() bool
}
