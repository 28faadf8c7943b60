package reconciliacion

import (
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Tipo is a kind of finding.
type Tipo string

// The kinds.
const (
	ObjetoSinMetadatos Tipo = "OBJETO_SIN_METADATOS" // a file that no document announces
	MetadatosSinObjeto Tipo = "METADATOS_SIN_OBJETO" // a visible document whose file cannot be read
	SagaSinProgreso    Tipo = "SAGA_SIN_PROGRESO"    // a locked document that nothing will unlock
	ContadorDesviado   Tipo = "CONTADOR_DESVIADO"    // the carpeta's total, or its usage, is not that of its documents
	FallidaBloqueada   Tipo = "FALLIDA_BLOQUEADA"    // waits for an operador: no inconsistency
)

// Tipos are all of them.
var Tipos = []Tipo{ObjetoSinMetadatos, MetadatosSinObjeto, SagaSinProgreso, ContadorDesviado, FallidaBloqueada}

// Inconsistencia reports whether something must be mended.
func (t Tipo) Inconsistencia() bool { return t != FallidaBloqueada }

// Motivo is the precise kind of a finding.
type Motivo string

// The reasons.
const (
	SinDocumento     Motivo = "SIN_DOCUMENTO"     // nothing under that id
	CargaVencida     Motivo = "CARGA_VENCIDA"     // an upload that was never confirmed, and that no sweep took away
	SinArchivo       Motivo = "SIN_ARCHIVO"       // no version has data
	SoloAnteriores   Motivo = "SOLO_ANTERIORES"   // hidden by a delete marker; an older version has data
	SagaAusente      Motivo = "SAGA_AUSENTE"      // the lock names a saga that is not there
	SagaTerminada    Motivo = "SAGA_TERMINADA"    // the saga has ended, the lock has not
	SinFecha         Motivo = "SIN_FECHA"         // under way, and never due
	Vencida          Motivo = "VENCIDA"           // due long since, nothing waits before it, and nobody takes it
	TotalDistinto    Motivo = "TOTAL_DISTINTO"    // counted while the version stood still
	UsoDistinto      Motivo = "USO_DISTINTO"      // the total is right, the usage is not what the documents take up
	EsperaReintentar Motivo = "ESPERA_REINTENTAR" // FALLIDA after the pivot: reintentarEliminacion
)

// Hallazgo is one finding. It names no person and no file.
type Hallazgo struct {
	Tipo        Tipo               `json:"tipo"`
	Motivo      Motivo             `json:"motivo"`
	CarpetaID   string             `json:"carpetaId"`
	DocumentoID string             `json:"documentoId,omitempty"`
	OperadorID  string             `json:"operadorId,omitempty"`
	EventoID    string             `json:"eventoId,omitempty"`   // the saga, for the kinds about one
	Total       *int64             `json:"total,omitempty"`      // the carpeta's own number
	Contados    *int64             `json:"contados,omitempty"`   // the counted number
	Papelera    *totalesDePapelera `json:"papelera,omitempty"`   // the same two of the bin, if they differ
	Uso         *carpeta.Uso       `json:"uso,omitempty"`        // the carpeta's own usage, if it is wrong
	UsoContado  *carpeta.Uso       `json:"usoContado,omitempty"` // the counted usage
	// NoReparable says why no repair will touch it; empty if one may.
	NoReparable string `json:"noReparable,omitempty"`

	carpeta   carpeta.Carpeta
	documento documento.Documento
	saga      eliminacion.Eliminacion
	objeto    documento.Rastro
}

// totalesDePapelera are how many documents a bin has: as the carpeta says, and as they were counted.
type totalesDePapelera struct {
	Total    int64 `json:"total"`
	Contados int64 `json:"contados"`
}

// papelera is how many documents the bin has.
func (h Hallazgo) papelera() int64 {
	if h.Papelera != nil {
		return h.Papelera.Contados
	}
	return h.carpeta.TotalPapelera
}

// Resumen is how a run went.
type Resumen struct {
	Carpetas   int64          `json:"carpetas"`
	Documentos int64          `json:"documentos"`
	Objetos    int64          `json:"objetos"`
	Ajenos     int64          `json:"ajenos"`     // names in the bucket that this system never gives
	SinDecidir int64          `json:"sinDecidir"` // counters that never stood still while they were counted
	PorTipo    map[Tipo]int64 `json:"porTipo"`
	Reparadas  map[Tipo]int64 `json:"reparadas,omitempty"`
	Visibles   int64          `json:"-"` // documents that must have a file
}

func (r *Resumen) contar(t Tipo) {
	if r.PorTipo == nil {
		r.PorTipo = map[Tipo]int64{}
	}
	r.PorTipo[t]++
}

// Inconsistencias are those left: found and not handed over to a repair.
func (r Resumen) Inconsistencias() (n int64) {
	for t, cuantas := range r.Restantes() {
		if t.Inconsistencia() {
			n += cuantas
		}
	}
	return n
}

// Restantes are the findings of every kind that no repair took over.
func (r Resumen) Restantes() map[Tipo]int64 {
	m := make(map[Tipo]int64, len(Tipos))
	for _, t := range Tipos {
		m[t] = r.PorTipo[t] - r.Reparadas[t]
	}
	return m
}
