package eliminacion

import (
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

// Metrics counts the events of sagas.
type Metrics interface {
	// SagaTerminada counts a saga that this process ended, with its duration and its W3C traceparent.
	SagaTerminada(estado string, duracion time.Duration, traza string)
}

// EnMano is a deletion that somebody holds.
type EnMano struct {
	Eliminacion
	Leida time.Time // it was stored as it stands at this moment or later: when that write, lease or reading was sent
	Orden string    // of the message that brought it; empty if none did
	Vez   int       // how often the broker delivered that message, from 1

	// Rendida: its step was delivered too often without progress, and is given up.
	Rendida bool
}

// esSuOrden reports whether a message brought the deletion that asks for the step in which it is.
func (d EnMano) esSuOrden() bool { return d.Orden == ordenDelPaso(d.Paso) }

// Fin is how far a deletion got, and what is to be sent because of it.
type Fin struct {
	EnMano        // as it is stored
	Aviso  string // routing key of the message that tells the subscribers; empty if they need none
	Relevo string // routing key of the message that hands it on; empty if nobody has to do anything before it is due
	Err    error  // why its message has to come again, or is a dead letter; nil if it is due by what is stored
}

// aviso is the message that tells the subscribers how a deletion stands, unless the one that hands it on does.
func (f Fin) aviso() string {
	switch {
	case f.Relevo != "" && f.Relevo == exitoAntesDe(f.Paso):
		return ""
	case f.Estado.Terminal():
		return ClaveRuta(f.Eliminacion)
	}
	return broker.DeletionProgress
}
