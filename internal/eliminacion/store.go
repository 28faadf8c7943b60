package eliminacion

import (
	"context"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Efecto is what a change of the saga does to the document, in the same transaction.
type Efecto int

// The effects.
const (
	SinEfecto      Efecto = iota
	Desbloquear           // the document returns to its previous state, and from the bin to its place in every order
	BorrarMetadato        // the document is deleted; the carpeta's total −1 (of one in the bin: that of the bin), version +1
)

// Guardado is one write of a saga: the new state and its effect. Most often it is one change; of the
// changes that it makes before the last one, oldest first, it holds the events.
type Guardado struct {
	Nueva  Eliminacion
	Efecto Efecto
	Antes  []auditoria.Evento
}

// Previa is the secuencia that must be stored.
func (g Guardado) Previa() int64 { return g.Nueva.Secuencia - int64(len(g.Antes)) - 1 }

// Cierre is a Guardado with the event of its last change.
type Cierre struct {
	Guardado
	Hecho auditoria.Evento
}

// MaxCierres are the deletions that one GuardarVarias takes: so many fit a transaction with room to spare,
// and one that does not fit in between costs the others one write each.
const MaxCierres = 8

// Pendiente is what the sweeper needs to know of something that is due.
type Pendiente struct {
	EventoID   string
	OperadorID string
	NoAntesDe  time.Time
	Secuencia  int64
	Arriendos  int64
}

// Arriendo is the holder of a due command, and the end of the lease.
type Arriendo struct {
	Por   string // name of the process
	Hasta time.Time
}

// ConsultaCarpeta asks for the deletions of a carpeta, by the time they were asked for.
type ConsultaCarpeta struct {
	CarpetaID   string
	Descendente bool
	Desde       string // ClaveCarpeta to start after; empty for the beginning
	Limite      int    // 1–101
}

// ConsultaOperador asks for an operador's deletions in one state, by the time
// they were asked for.
type ConsultaOperador struct {
	OperadorID  string
	Estado      EstadoSaga
	Descendente bool
	Desde       string // ClaveCarpeta to start after; empty for the beginning
	Antes       string // only what sorts before this; empty for all
	Limite      int    // 1–1000
}

// Inicio is where the walk starts; vacia if there is nothing to walk. The moment
// that Antes stands for moves with the clock, and clocks differ a little: a Desde
// beyond it is no mistake.
func (c ConsultaOperador) Inicio() (desde string, vacia bool) {
	switch {
	case c.Antes == "" || c.Desde != "" && c.Desde < c.Antes:
		return c.Desde, false
	case c.Descendente:
		return c.Antes, false
	default:
		return c.Desde, c.Desde != ""
	}
}

// ConsultaCambios asks for the deletions of a carpeta that somebody who follows it has to know.
type ConsultaCambios struct {
	CarpetaID string
	EnCurso   bool      // those under way, oldest first; otherwise those that ended or wait in the bin, newest first
	Desde     time.Time // of the latter: at this moment or later
	Limite    int       // 1–1000
}

// EnPapeleraSinTocar is the state under which an operador's lists have a deletion that waits in the bin: it is INICIADA, for
// weeks, and nobody has to look after it.
const EnPapeleraSinTocar EstadoSaga = "EN_PAPELERA"

// EstadoEnListas is the state under which an operador's lists have it.
func (e Eliminacion) EstadoEnListas() EstadoSaga {
	if e.EnPapelera && e.situacion() == enEspera {
		return EnPapeleraSinTocar
	}
	return e.Estado
}

// FormatoClave is how the time stands in a ClaveCarpeta.
const FormatoClave = "20060102T150405.000Z"

// ClaveCarpeta is the sort key among a carpeta's deletions, and an operador's.
func (e Eliminacion) ClaveCarpeta() string {
	return e.SolicitadaEn.UTC().Format(FormatoClave) + "#" + e.EventoID
}

// SolicitadaEnDeClave is when the deletion of a ClaveCarpeta was asked for; zero for what is none.
func SolicitadaEnDeClave(clave string) time.Time {
	en, _, _ := strings.Cut(clave, "#")
	t, _ := time.Parse(FormatoClave, en)
	return t
}

// claveEnCurso sorts behind every time.
const claveEnCurso = "~"

// ClaveCambio sorts a carpeta's deletions by their end; behind those come the ones under way,
// by their beginning. One that waits in the bin stands among the ended ones, by the moment at which the document
// left the lists: it waits for weeks, and a client that follows a carpeta needs it once, not at each
// connection. Once it goes on it is under way as any other: its steps are read, whatever messages are lost. The key
// changes at the beginning, at the end of the wait and at the end only, so that its index costs little. It is not
// unique.
func (e Eliminacion) ClaveCambio() string {
	switch {
	case e.Estado.Terminal():
		return documento.ClaveMomento(e.ultimoCambio())
	case e.EstadoEnListas() == EnPapeleraSinTocar:
		return documento.ClaveMomento(e.SolicitadaEn)
	}
	return claveEnCurso + documento.ClaveMomento(e.SolicitadaEn)
}

// Tramo is where the answer lies among the ClaveCambio: from desde on, and before hasta.
func (c ConsultaCambios) Tramo() (desde, hasta string) {
	if c.EnCurso {
		return claveEnCurso, claveEnCurso + claveEnCurso
	}
	return documento.ClaveMomento(c.Desde), claveEnCurso
}

// Store keeps the sagas. What changes one writes its event h in the same transaction: both,
// or neither. A lease is no change, and has none. Failures are *fault.Error: NOT_FOUND when absent (or
// expired), UNAVAILABLE when the store does not answer in time, CONFLICT when a
// condition did not hold. A write whose answer was lost may report CONFLICT on
// its own repetition: callers read again, and recognise their own write.
type Store interface {
	// Iniciar writes a new saga and locks its document, in one transaction:
	// PROCESADO → ELIMINANDO, EliminacionID = EventoID, EstadoPrevio = PROCESADO.
	// CONFLICT, and nothing written, unless the document exists, is PROCESADO, is
	// certificado exactly if the saga begins with APROBACION, and is as the saga remembers it.
	// With EnPapelera the document moves from the lists into the bin: the carpeta's total −1, that of the bin +1,
	// version +1.
	Iniciar(ctx context.Context, e Eliminacion, h auditoria.Evento) error
	// Eliminacion reads one, strongly consistent.
	Eliminacion(ctx context.Context, eventoID string) (Eliminacion, error)
	// Eliminaciones reads up to 100. Absent ones are left out; order is not kept.
	Eliminaciones(ctx context.Context, eventoIDs []string) ([]Eliminacion, error)
	// DeCarpeta lists a carpeta's deletions in walk order; fewer than Limite only at
	// the end of the walk. May lag behind writes.
	DeCarpeta(ctx context.Context, c ConsultaCarpeta) ([]Eliminacion, error)
	// Cambiadas lists deletions of a carpeta that are under way, or that lately ended or began to wait in the bin; fewer
	// than Limite only if there are no more. May lag behind writes: one that is listed as
	// under way may have ended.
	Cambiadas(ctx context.Context, c ConsultaCambios) ([]Eliminacion, error)
	// ClavesDeOperador lists the ClaveCarpeta of an operador's deletions in walk
	// order; fewer than Limite only at the end of the walk. May lag behind writes:
	// the deletion may be in another state by now, or have expired.
	ClavesDeOperador(ctx context.Context, c ConsultaOperador) ([]string, error)
	// Guardar writes the next state and its effect in one transaction; h is the event of the last
	// change. CONFLICT if the stored secuencia is not g.Previa(). A document that is absent, or
	// locked by another saga, is left alone, the counter too: the effect was done before.
	Guardar(ctx context.Context, g Guardado, h auditoria.Evento) error
	// GuardarVarias is Guardar for up to MaxCierres sagas of one carpeta, in one transaction: of steps without an
	// effect, or of ends whose documents go. CONFLICT, and nothing written, if one of them, or a document that goes, is
	// not as it should be.
	GuardarVarias(ctx context.Context, cs []Cierre) error
	Adopcion
	OutboxStore
}

// Adopcion is how a deletion starts over whose saga is gone.
type Adopcion interface {
	// Adoptar writes a saga that takes over the lock of another one, in one
	// transaction. CONFLICT unless the document is ELIMINANDO and locked by anterior.
	Adoptar(ctx context.Context, e Eliminacion, anterior string, h auditoria.Evento) error
}

// OutboxStore is the part that the dispatcher and the sweeper use.
type OutboxStore interface {
	// Operadores lists every operadorId that ever had a saga. May lag behind writes.
	Operadores(ctx context.Context) ([]string, error)
	// Vencidas lists the commands that are due at a moment, oldest first, at most limite. May lag
	// behind writes: Arrendar decides.
	Vencidas(ctx context.Context, operadorID string, now time.Time, limite int) ([]Pendiente, error)
	// Arrendar takes a due command for a process: it moves NoAntesDe to hasta, adds
	// one to Arriendos and Entregas, sets ArrendadaPor and clears FalloEnvio, if
	// Secuencia, Arriendos and NoAntesDe are still those of p: a stale index may tell
	// of a lease that was given back for later since. CONFLICT otherwise. Returns the
	// item as written.
	Arrendar(ctx context.Context, p Pendiente, a Arriendo) (Eliminacion, error)
	// Devolver gives a lease back after a failed publish: NoAntesDe becomes cuando,
	// FalloEnvio is set and Entregas shrinks by one, if e's Secuencia and Arriendos
	// still hold; otherwise nothing changes and it returns nil. A repeated call
	// counts once.
	Devolver(ctx context.Context, e Eliminacion, cuando time.Time, fallo FalloEnvio) error
}
