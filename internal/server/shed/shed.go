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
type What string

// The kinds. The first three are refused in the second step only.
const (
	Request      What = "solicitud"
	Operation    What = "operacion" // on an open socket
	File         What = "archivo"
	Body         What = "cuerpo" // longer than what every request may have
	Document     What = "documento"
	Subscription What = "suscripcion"
	Socket       What = "socket"
)

// Whats are all kinds.
var Whats = []What{Request, Operation, File, Body, Document, Subscription, Socket}

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
func (g *Gate) Refuse(what What) *fault.Error {
	if g == nil || !g.closed(what) {
		return nil
	}
	g.metrics.Shed(string(what))
	return fault.New(fault.Unavailable, "El servidor tiene poca memoria y no empieza trabajo nuevo ahora.").
		WithEspera(retry).WithRecuperacion("Intente de nuevo en unos segundos.")
}

func (g *Gate) closed(what What) bool {
	switch what {
	case Request, Operation, File:
		return g.memory.Full()
	default:
		return g.memory.Tight()
	}
}
