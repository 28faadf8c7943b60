package auditoria

import (
	"context"
	"time"
)

// Store keeps the trail. What changes state writes its events through the stores of the domain, in
// the transaction of the change; they keep them where this port reads them. Failures are *fault.Error.
type Store interface {
	// Anotar writes events that come with no change of state. The same event again changes nothing.
	Anotar(ctx context.Context, es ...Evento) error
	// Listar returns up to Limite events in walk order; fewer only at the end of the walk. After so
	// many calls, or rows looked at in vain, what was found comes with relay.Stopped.
	Listar(ctx context.Context, c Consulta) ([]Evento, error)
	// Evento reads one by its id, or is NOT_FOUND.
	Evento(ctx context.Context, operadorID, eventoID string) (Evento, error)
}

// Filtro narrows a list; empty fields do not. All that are set must hold.
type Filtro struct {
	OperadorID    string // whose trail; empty only beside CarpetaID or CorrelacionID
	CarpetaID     string
	DocumentoID   string // only beside CarpetaID
	CorrelacionID string
	Tipo          Tipo
	Servicio      Servicio
	Resultado     Resultado
	Gravedad      Gravedad
	Actor         string // Actor.ID
	Desde         time.Time
	Hasta         time.Time // not itself
}

// Consulta asks a store for a run of events by ClaveOrden.
type Consulta struct {
	Filtro
	Descendente bool
	Despues     string // ClaveOrden to start after; empty for the beginning
	Limite      int    // 1–1001
}

// formatoOrden sorts as text as it does as time.
const formatoOrden = "20060102T150405.000Z"

// ClaveOrden is the ingest sequence: it sorts events as they came.
func (e Evento) ClaveOrden() string { return e.Momento.UTC().Format(formatoOrden) + "#" + e.EventoID }
