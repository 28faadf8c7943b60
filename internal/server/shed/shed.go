package shed

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Memory says how near the limit is. Its methods are asked for each request.
type Memory interface {
	// Tight: no room for what is large, or stays.
	Tight() bool
	// Full: no room for anything new. What is full is tight.
	Full() bool
}

// Metrics counts refusals. Its method may be called at any time.
type Metrics interface {
	// Shed counts what was refused for want of memory.
	Shed(what string)
}

// What is refused, in the metrics.
type Kind string

// The kinds. The first three are refused in the second step only.
const (
	Request      Kind = "solicitud"
	Operation    Kind = "operacion" // on an open socket
	File         Kind = "archivo"
	Body         Kind = "cuerpo" // longer than what every request may have
	Document     Kind = "documento"
	Subscription Kind = "suscripcion"
	Socket       Kind = "socket"
)

// Whats are all kinds.
var Kinds = []Kind{Request, Operation, File, Body, Document, Subscription, Socket}

// Gate refuses. A nil Gate refuses nothing.
type Gate struct {
	memory  Memory
	metrics Metrics
}

// New makes a Gate.
func New(memory Memory, metrics Metrics) *Gate { return &Gate{memory, metrics} }

// retry is when a refused client may come again.
const retry = 5 * time.Second

// Refuse is why something new is not begun now; nil if it is.
func (g *Gate) Refuse(what Kind) *fault.Error {
	if g == nil || !g.closed(what) {
		return nil
	}
	g.metrics.Shed(string(what))
	return fault.New(fault.Unavailable, "El servidor tiene poca memoria y no empieza trabajo nuevo ahora.").
		WithEspera(retry).WithRecuperacion("Intente de nuevo en unos segundos.")
}

func (g *Gate) closed(what Kind) bool {
	switch what {
	case Request, Operation, File:
		return g.memory.Full()
	default:
		return g.memory.Tight()
	}
}
