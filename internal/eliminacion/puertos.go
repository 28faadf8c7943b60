package eliminacion

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// Cola is what a request hands a deletion to. Whatever becomes of it there, the deletion is due in the store, and the
// sweeper finds it.
type Cola interface {
	// Plazo is the end of the lease with which a deletion is stored whose work begins; now, if it has to wait in the
	// store for its turn. The place that it takes in the dispatch window is a reservation: it ends by itself.
	Plazo(e Eliminacion) time.Time
	// Seguir has a deletion go on that is stored, here or by its command. Its reservation becomes a place.
	Seguir(f Fin)
}

// Despacho sends messages after a commit.
type Despacho interface {
	Cola
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

// EnMano is a deletion that somebody holds.
type EnMano struct {
	Eliminacion
	Leida time.Time // it was stored as it stands at this moment or later: when that write, lease or reading was sent
	Orden string    // of the message that brought it; empty if none did
	Vez   int       // how often the broker delivered that message, from 1
}
