package outbox

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Store is the part of the store that the sweeper and the counter use.
type Store interface {
	eliminacion.OutboxStore
	// Eliminaciones reads up to 100 sagas.
	Eliminaciones(ctx context.Context, eventoIDs []string) ([]eliminacion.Eliminacion, error)
}

// Sagas is the sweeper's part of the domain.
type Sagas interface {
	// Agotada reports whether a leased saga was delivered too often.
	Agotada(e eliminacion.Eliminacion) bool
	// SinProgreso ends its step.
	SinProgreso(ctx context.Context, e eliminacion.Eliminacion) error
}

// Places is where a process executes deletions without a message: Direct.
type Places interface {
	// Room is how many deletions of an operador can be taken.
	Room(operadorID string) int
	// Take takes one, to be executed soon; false if no place is free.
	Take(e eliminacion.EnMano) bool
}

// Executor is the domain's part of Direct.
type Executor interface {
	// Ejecutar carries deletions of one carpeta on, up to eliminacion.MaxCierres, or has their commands sent;
	// it returns those that have ended.
	Ejecutar(ctx context.Context, ds []eliminacion.EnMano) (ended []string)
	// PasarACola has the command of a deletion sent, for a reason.
	PasarACola(e eliminacion.Eliminacion, porque eliminacion.Desenlace)
}

// Sender is the sweeper's part of the Dispatcher.
type Sender interface {
	// Send publishes one message now, and returns the broker's answer.
	Send(ctx context.Context, m broker.Message) error
}

// Metrics counts the work of the dispatcher and the sweeper. All methods may be called
// at any time.
type Metrics interface {
	Published(key, operadorID string)
	PublishFailed(key string)
	PublishRefused(key string) // by a full queue; a failure too
	Swept(n int)
	Directa(d eliminacion.Desenlace, operadorID string) // a deletion that found no place to be executed here
}
