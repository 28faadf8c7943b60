package eliminacion

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// Despacho sends messages after a commit. An unsent command stays due in the store,
// and the sweeper sends it.
type Despacho interface {
	// Admitir reports whether a command of this operador may be published now. If
	// not, the saga is stored as due at once and waits for its turn in the store.
	// hasta is when the place in the window is given up at the latest.
	Admitir(operadorID, eventoID string, hasta time.Time) bool
	// Soltar gives the place of a saga back, if it has one: nothing of it will be published.
	Soltar(eventoID string)
	// Enviar publishes soon, in the background.
	Enviar(m broker.Message)
	// Publicar publishes now; nil if the broker confirmed it. It waits no longer than
	// ctx, or the broker's own deadline. A caller that gets an error may Enviar instead.
	Publicar(ctx context.Context, m broker.Message) error
	// Despertar makes the sweeper look at an operador at a moment at the latest.
	Despertar(operadorID string, cuando time.Time)
}

// Metrics counts the events of sagas.
type Metrics interface {
	// SagaTerminada counts a saga that this process ended, with its duration and its W3C traceparent.
	SagaTerminada(estado string, duracion time.Duration, traza string)
	// Directa counts a deletion that was executed without a message, or was handed to the queues.
	Directa(d Desenlace, operadorID string)
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

// Lugares are the places where this process executes deletions without a message.
type Lugares interface {
	// Cabe reports whether there is room for one of an operador now. Without it, a new deletion waits in the store
	// for the first process that has some.
	Cabe(operadorID string) bool
	// Tomar takes one, to be executed soon; false if no place is free.
	Tomar(d EnMano) bool
}

// EnMano is a deletion that somebody holds.
type EnMano struct {
	Eliminacion
	Leida time.Time // it was stored as it stands at this moment or later: when that write, lease or reading was sent
	Orden string    // of the message that brought it; empty if none did
	Vez   int       // how often the broker delivered that message, from 1
}
