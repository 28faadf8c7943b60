package eliminacion

import (
	"context"
	"time"
)

// Efecto is what a change of the saga does to the document, in the same transaction.
type Efecto int

// The effects.
const (
	SinEfecto      Efecto = iota
	Desbloquear           // the document returns to its previous state
	BorrarMetadato        // the document is deleted; the carpeta's total −1, version +1
)

// Guardado is one write of a saga: the new state and its effect.
type Guardado struct {
	Nueva  Eliminacion // Nueva.Secuencia − 1 must be what is stored
	Efecto Efecto
}

// Pendiente is what the sweeper needs to know of something that is due.
type Pendiente struct {
	EventoID   string
	OperadorID string
	NoAntesDe  time.Time
	Secuencia  int64
	Arriendos  int64
}

// ConsultaCarpeta asks for the deletions of a carpeta, by the time they were asked for.
type ConsultaCarpeta struct {
	CarpetaID   string
	Descendente bool
	Desde       string // ClaveCarpeta to start after; empty for the beginning
	Limite      int    // 1–101
}

// ClaveCarpeta is the sort key among a carpeta's deletions.
func (e Eliminacion) ClaveCarpeta() string {
	return e.SolicitadaEn.UTC().Format("20060102T150405.000Z") + "#" + e.EventoID
}

// Store keeps the sagas. Failures are *fault.Error: NOT_FOUND when absent (or
// expired), UNAVAILABLE when the store does not answer in time, CONFLICT when a
// condition did not hold. A write whose answer was lost may report CONFLICT on
// its own repetition: callers read again and recognise what is already theirs.
type Store interface {
	// Iniciar writes a new saga and locks its document, in one transaction:
	// PROCESADO → ELIMINANDO, EliminacionID = EventoID, EstadoPrevio = PROCESADO.
	// CONFLICT, and nothing written, unless the document exists, is PROCESADO and
	// is not certificado.
	Iniciar(ctx context.Context, e Eliminacion) error
	// Eliminacion reads one, strongly consistent.
	Eliminacion(ctx context.Context, eventoID string) (Eliminacion, error)
	// Eliminaciones reads up to 100. Absent ones are left out; order is not kept.
	Eliminaciones(ctx context.Context, eventoIDs []string) ([]Eliminacion, error)
	// DeCarpeta lists a carpeta's deletions in walk order; fewer than Limite only at
	// the end of the walk. May lag behind writes.
	DeCarpeta(ctx context.Context, c ConsultaCarpeta) ([]Eliminacion, error)
	// Guardar writes the next state and its effect in one transaction. CONFLICT if
	// the stored secuencia is not Nueva.Secuencia−1. A document that is absent, or
	// locked by another saga, is left alone, the counter too: the effect was done before.
	Guardar(ctx context.Context, g Guardado) error
	OutboxStore
}

// OutboxStore is the part that the dispatcher and the sweeper use.
type OutboxStore interface {
	// Operadores lists every operadorId that ever had a saga.
	Operadores(ctx context.Context) ([]string, error)
	// Vencidas lists what is due at a moment, oldest first, at most limite. May lag
	// behind writes: Arrendar decides.
	Vencidas(ctx context.Context, operadorID string, ahora time.Time, limite int) ([]Pendiente, error)
	// Arrendar takes a due command: it moves NoAntesDe to hasta and adds one to
	// Arriendos and Entregas, if Secuencia and Arriendos are still those of p.
	// CONFLICT if somebody was faster. Returns the item as written.
	Arrendar(ctx context.Context, p Pendiente, hasta time.Time) (Eliminacion, error)
	// Devolver gives a lease back after a failed publish: NoAntesDe becomes cuando
	// and Entregas shrinks by one, if e's Secuencia and Arriendos still hold;
	// otherwise nothing changes and it returns nil. A repeated call counts once.
	Devolver(ctx context.Context, e Eliminacion, cuando time.Time) error
}
