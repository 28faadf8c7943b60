package outbox

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Store is what the sweeper and the counter read and write.
type Store interface {
	eliminacion.OutboxStore
	// Eliminaciones reads up to 100 sagas.
	Eliminaciones(ctx context.Context, eventoIDs []string) ([]eliminacion.Eliminacion, error)
}

// Sagas is what the sweeper needs of the domain.
type Sagas interface {
	// Pausa is when a command delivered now is due again.
	Pausa(p eliminacion.Pendiente, now time.Time) time.Time
	// Agotada reports whether a leased saga was delivered too often.
	Agotada(e eliminacion.Eliminacion) bool
	// SinProgreso ends its step.
	SinProgreso(ctx context.Context, e eliminacion.Eliminacion) error
}

// Sender is what the sweeper needs of the Dispatcher.
type Sender interface {
	// Send publishes one message now, and returns what the broker answered.
	Send(ctx context.Context, m broker.Message) error
}

// Metrics counts what the dispatcher and the sweeper do. All methods may be called
// at any time.
type Metrics interface {
	Published(key, operadorID string)
	PublishFailed(key string)
	Swept(n int)
}
