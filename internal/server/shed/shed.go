package shed

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Memory tells how near the limit is. Its methods are called for each request.
type Memory interface {
	// Tight: there is no memory for work that is large or lasts.
	Tight() bool
	// Full: there is no memory for any new work. Then it is Tight too.
	Full() bool
}

// Metrics counts refusals. Its method may be called at any time.
type Metrics interface {
	// Shed counts work that was refused for want of memory.
	Shed(what string)
}

// Kind is the kind of refused work, in the metrics.
type Kind string

// The kinds. The first three are refused only while memory is full.
const (
	Request      Kind = "solicitud"
	Operation    Kind = "operacion" // on an open socket
	File         Kind = "archivo"
	Body         Kind = "cuerpo" // longer than the free bytes of every request
	Document     Kind = "documento"
	Subscription Kind = "suscripcion"
	Socket       Kind = "socket"
)

// Kinds are all kinds.
var Kinds = []Kind{Request, Operation, File, Body, Document, Subscription, Socket}

// Gate refuses new work while memory is short. A nil Gate refuses nothing.
type Gate struct {
	memory  Memory
	metrics Metrics
}

// New makes a Gate.
func New(memory Memory, metrics Metrics) *Gate { return &Gate{memory, metrics} }

// retry is the time after which a refused client may try again.
const retry = 5 * time.Second

// Refuse returns an error if work of a kind must not begin now.
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
