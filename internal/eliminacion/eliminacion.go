package eliminacion

import (
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// EstadoSaga is the state of a deletion.
type EstadoSaga string

// The states of a saga.
const (
	Iniciada    EstadoSaga = "INICIADA"
	Compensando EstadoSaga = "COMPENSANDO"
	Completada  EstadoSaga = "COMPLETADA"
	Fallida     EstadoSaga = "FALLIDA"
	Cancelada   EstadoSaga = "CANCELADA"
)

// Terminal reports whether nothing happens any more by itself.
func (e EstadoSaga) Terminal() bool { return e == Completada || e == Fallida || e == Cancelada }

// Paso is the step that a saga is in.
type Paso string

// The steps.
const (
	Aprobacion      Paso = "APROBACION" // of a certified document only, in the place of ESPERA
	Espera          Paso = "ESPERA"
	MinioCleanup    Paso = "MINIO_CLEANUP"
	MetadataCleanup Paso = "METADATA_CLEANUP"
	Completed       Paso = "COMPLETED"
)

// Pasos are the steps in order; a saga's progress is its place among them.
var Pasos = []Paso{Espera, MinioCleanup, MetadataCleanup, Completed}

// EstadoEvento is the outbox's view of S-0004, derived from the saga.
type EstadoEvento string

// The outbox states.
const (
	Pending   EstadoEvento = "PENDING"
	Published EstadoEvento = "PUBLISHED"
	Complete  EstadoEvento = "COMPLETED"
	Failed    EstadoEvento = "FAILED"
)

// Retencion is how long a finished saga is kept (S-0004).
const Retencion = 30 * 24 * time.Hour

// Eliminacion is the saga and its outbox entry. The embedded store keeps its JSON.
type Eliminacion struct {
	EventoID       string `json:"eventoId"` // UUID v7
	CarpetaID      string `json:"carpetaId"`
	DocumentoID    string `json:"documentoId"`
	OperadorID     string `json:"operadorId"`
	SolicitadaPor  string `json:"solicitadaPor"`            // subject of the asker; never in messages or logs
	StoragePath    string `json:"storagePath"`              // object to erase
	VersionArchivo string `json:"versionArchivo,omitempty"` // of that object, see documento.Documento; empty if nobody knows it
	TipoCarpeta    string `json:"tipoCarpeta,omitempty"`
	TamanoBytes    int64  `json:"tamanoBytes,omitempty"` // of the document, to be taken out of the usage

	// ArchivoDesde: the file is not erased before. Until then a copy of it may still land, see documento.Documento.CopiaHasta,
	// and would bring an erased file back. Zero for nearly all.
	ArchivoDesde time.Time `json:"archivoDesde,omitzero"`

	VersionesBorradas int `json:"versionesBorradas,omitempty"` // of the file, so far: at least so many

	Estado    EstadoSaga `json:"estado"`
	Paso      Paso       `json:"paso"`
	Secuencia int64      `json:"secuencia"`         // 1 for the first state; grows by one with every change
	Intento   int        `json:"intento,omitempty"` // executions of the current step that failed

	// EnPapelera: the document is in the bin from the beginning of this deletion until its end. It never changes.
	EnPapelera bool `json:"enPapelera,omitempty"`

	Recuerdo   *Recuerdo           `json:"recuerdo,omitempty"`   // nil if it was not kept, as for repairs; never changed
	Aprobacion *PedidoDeAprobacion `json:"aprobacion,omitempty"` // nil unless the document is certified; replaced, never changed in place

	VentanaHasta     time.Time `json:"ventanaHasta,omitzero"`     // end of the undo window; zero if there was none
	ProximoReintento time.Time `json:"proximoReintento,omitzero"` // zero unless the step failed and will be tried again
	SolicitadaEn     time.Time `json:"solicitadaEn"`
	CompletadaEn     time.Time `json:"completadaEn,omitzero"` // when it became terminal
	Errores          []Falla   `json:"errores,omitempty"`     // the newest maxFallas
	Historia         []Cambio  `json:"historia,omitempty"`    // one per secuencia

	// The outbox part: changed by leases, not by the saga.
	NoAntesDe time.Time `json:"noAntesDe,omitzero"`  // when the command is due again; zero if nothing is due
	Arriendos int64     `json:"arriendos,omitempty"` // leases since the last progress; with Secuencia, the fencing token
	Entregas  int       `json:"entregas,omitempty"`  // confirmed deliveries since the last progress
	Traza     string    `json:"traza,omitempty"`     // W3C traceparent of the request

	// For the question why it does not move; written along with leases.
	ArrendadaPor string     `json:"arrendadaPor,omitempty"` // process that took the last lease since the last progress
	FalloEnvio   FalloEnvio `json:"falloEnvio,omitempty"`   // why the last leased publish failed; empty if it did not

	ExpiraEn time.Time `json:"expiraEn,omitzero"` // zero until terminal
}

// FalloEnvio is why a leased command was not published.
type FalloEnvio string

// The reasons.
const (
	SinConfirmar FalloEnvio = "SIN_CONFIRMAR" // the broker did not confirm, or could not be reached
	SinRuta      FalloEnvio = "SIN_RUTA"      // the broker has no queue for it
	ColaLlena    FalloEnvio = "COLA_LLENA"    // its queue has no room
	SinProceso   FalloEnvio = "SIN_PROCESO"   // no process works on its queue
)

// Falla is one failed execution of a step.
type Falla struct {
	Paso    Paso      `json:"paso"`
	Codigo  string    `json:"codigo"`  // a fault.Code
	Mensaje string    `json:"mensaje"` // Spanish, for the citizen
	Intento int       `json:"intento"`
	En      time.Time `json:"en"`
}

// Cambio is one step of the history.
type Cambio struct {
	Secuencia int64      `json:"secuencia"`
	Estado    EstadoSaga `json:"estado"`
	Paso      Paso       `json:"paso"`
	Intento   int        `json:"intento"`
	En        time.Time  `json:"en"`
}

// TipoNodo is the type name in global ids.
const TipoNodo = "Eliminacion"

// Traceparent is the trace in which the saga is told of: that of its request.
func (e *Eliminacion) Traceparent() string { return e.Traza }

// ID is the saga's global id.
func (e Eliminacion) ID() string {
	return relay.GlobalID{Type: TipoNodo, Keys: []string{e.EventoID}}.String()
}

// Progreso is how far a saga is.
type Progreso struct {
	Paso             int // place of the current step, from 1
	TotalPasos       int
	Intento          int
	ProximoReintento time.Time // zero if the step did not fail
}

// Progreso tells how far the saga is.
func (e Eliminacion) Progreso() Progreso {
	lugar := max(slices.Index(Pasos, e.Paso), 0) // APROBACION stands where ESPERA does
	return Progreso{lugar + 1, len(Pasos), e.Intento, e.ProximoReintento}
}

// EstadoEvento derives the outbox state.
func (e Eliminacion) EstadoEvento() EstadoEvento {
	switch {
	case e.Estado == Fallida:
		return Failed
	case e.Estado.Terminal():
		return Complete
	case e.Secuencia > 1 || e.Entregas > 0:
		return Published
	default:
		return Pending
	}
}

// Expirada reports whether the item counts as absent at a moment.
func (e Eliminacion) Expirada(now time.Time) bool {
	return !e.ExpiraEn.IsZero() && !now.Before(e.ExpiraEn)
}

// compensaDesde is when the compensation under way began, or the oldest moment of
// it that is still known.
func (e Eliminacion) compensaDesde() time.Time {
	desde := e.ultimoCambio()
	for i := len(e.Historia) - 1; i >= 0 && e.Historia[i].Estado == Compensando; i-- {
		desde = e.Historia[i].En
	}
	return desde
}

// EnSecuencia is the saga as it stood at an earlier secuencia, from its history.
func (e Eliminacion) EnSecuencia(n int64) (Eliminacion, bool) {
	for i, c := range e.Historia {
		if c.Secuencia != n {
			continue
		}
		v := e
		v.Estado, v.Paso, v.Intento, v.Secuencia = c.Estado, c.Paso, c.Intento, n
		v.Historia = e.Historia[: i+1 : i+1]
		v.Errores = fallasHasta(e.Errores, c.En)
		v.Aprobacion = e.Aprobacion.en(c)
		if n != e.Secuencia {
			v.ProximoReintento, v.CompletadaEn = time.Time{}, time.Time{}
		}
		return v, true
	}
	return Eliminacion{}, false
}

func fallasHasta(fs []Falla, en time.Time) []Falla {
	n := 0
	for n < len(fs) && !fs[n].En.After(en) {
		n++
	}
	return fs[:n:n]
}
