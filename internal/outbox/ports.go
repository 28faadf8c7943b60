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

// Sagas carries deletions on: eliminacion.Ejecutor.
type Sagas interface {
	// Avanzar carries deletions of one carpeta on, up to eliminacion.MaxCierres. It returns how far each got, in the same
	// order.
	Avanzar(ctx context.Context, es []eliminacion.EnMano) []eliminacion.Fin
	// Traer reads the deletion of a message of a work queue.
	Traer(ctx context.Context, m broker.Message) (eliminacion.EnMano, error)
}

// Places is where a process executes deletions without a message: Direct.
type Places interface {
	// Room is how many deletions of an operador can be taken.
	Room(operadorID string) int
	// Take takes one, to be executed soon; false if no place is free.
	Take(e eliminacion.EnMano) bool
}

// Desenlace is what became of a deletion for which this process looked for a place of its own.
type Desenlace string

// The ends. All but the first mean that the queues have it, or a later lease.
const (
	Ejecutada Desenlace = "ejecutada"
	SinLugar  Desenlace = "sin_lugar" // too many wait for a place
	Tardia    Desenlace = "tardia"    // it waited for its place for too long
	Fallo     Desenlace = "fallo"     // a step failed, or could not be stored
	Relevada  Desenlace = "relevada"  // the next step is that of another role
	Detenida  Desenlace = "parada"    // the process stops, or the execution panicked
)

// Desenlaces are all of them.
var Desenlaces = []Desenlace{Ejecutada, SinLugar, Tardia, Fallo, Relevada, Detenida}

// Metrics counts the work of the dispatcher and the sweeper. All methods may be called
// at any time.
type Metrics interface {
	Published(key, operadorID string)
	PublishFailed(key string)
	PublishRefused(key string) // by a full queue; a failure too
	Swept(n int)
	Directa(d Desenlace, operadorID string) // a deletion that found no place to be executed here
}
