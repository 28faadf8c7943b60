package auditoria

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Store keeps the trail. What changes state writes its events through the stores of the domain, in
// the transaction of the change; they keep them where this port reads them. Failures are *fault.Error.
type Store interface {
	// Anotar writes events that come with no change of state. The same event again changes nothing.
	Anotar(ctx context.Context, es ...Evento) error
	// Evento reads one by its id, or is NOT_FOUND.
	Evento(ctx context.Context, operadorID, eventoID string) (Evento, error)
	// Eventos returns up to Limite events in walk order; fewer only at the end of the walk. After so many
	// calls, or events looked at, what was found comes with Sigue; those looked at in vain are told to
	// EventosEnVano.
	Eventos(ctx context.Context, c Consulta) ([]Evento, error)
	// OperadoresConEventos are all whose trail has ever had an event, in order.
	OperadoresConEventos(ctx context.Context) ([]string, error)
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
	Lector        string    // the operador that reads: without what others' staff read; empty for a caller that may see all
	Velo          *Velo     // of the reader's own carpeta: without what it hides
}

// Consulta asks a store for a run of events by ClaveOrden.
type Consulta struct {
	Filtro
	Descendente bool
	Despues     string // ClaveOrden to start after; empty for the beginning
	Limite      int    // 1–1001
}

// Asentamiento is how long it may take from an event's moment until every process sees it: its write begins early, ends within
// 8 s or fails, clocks agree within 5 s, and indexes lag. What takes longer comes late, see sellado.
const Asentamiento = 30 * time.Second

// formatoOrden sorts as text as it does as time.
const formatoOrden = "20060102T150405.000Z"

// ClaveOrden is the ingest sequence: it sorts events by their moments.
func (e Evento) ClaveOrden() string { return ClaveEn(e.Momento, e.EventoID) }

// ClaveEn is the key of what came at a moment; without an id, what sorts before all of its millisecond.
func ClaveEn(t time.Time, id string) string { return t.UTC().Format(formatoOrden) + "#" + id }

// MomentoDeClave is the time at the beginning of a ClaveOrden.
func MomentoDeClave(clave string) (time.Time, error) {
	at, _, _ := strings.Cut(clave, "#")
	t, err := time.Parse(formatoOrden, at)
	if err != nil {
		return time.Time{}, fault.Wrap(fault.InvalidCursorToken, err)
	}
	return t, nil
}

// Dia is the day of an event in UTC, as archive and partitions have it.
func (e Evento) Dia() string { return e.Momento.UTC().Format(time.DateOnly) }

// Validar refuses an event that no store can find again: its moment is the one inside its id.
func (e Evento) Validar() error {
	t, ok := MomentoDeID(e.EventoID)
	if !ok || !t.Equal(e.Momento) || e.OperadorID == "" || e.Tipo == "" {
		return fault.Wrap(fault.Internal, fmt.Errorf("event %q of kind %q and operador %q at %s", e.EventoID, e.Tipo, e.OperadorID, e.Momento))
	}
	return nil
}

// MomentoDeID is the millisecond inside a UUID v7, in UTC; false for any other text.
func MomentoDeID(id string) (time.Time, bool) {
	if len(id) != 36 || id[8] != '-' || id[14] != '7' {
		return time.Time{}, false
	}
	ms, err := strconv.ParseInt(id[:8]+id[9:13], 16, 64)
	return time.UnixMilli(ms).UTC(), err == nil
}
