package eliminacion

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Origen is the CloudEvents source of every message of this system.
const Origen = "/carpeta-ciudadana/eliminacion"

// Aviso is the JSON of every message: the state of a saga at one secuencia,
// enough to show progress without reading the store. No personal data.
type Aviso struct {
	Version          int        `json:"version"` // 1
	EventoID         string     `json:"eventoId"`
	CarpetaID        string     `json:"carpetaId"`
	DocumentoID      string     `json:"documentoId"`
	OperadorID       string     `json:"operadorId"`
	Estado           EstadoSaga `json:"estado"`
	Paso             Paso       `json:"paso"`
	Secuencia        int64      `json:"secuencia"`
	Intento          int        `json:"intento"`
	En               time.Time  `json:"en"`
	SolicitadaEn     time.Time  `json:"solicitadaEn"`
	VentanaHasta     time.Time  `json:"ventanaHasta,omitzero"`
	EnPapelera       bool       `json:"enPapelera,omitempty"`
	ProximoReintento time.Time  `json:"proximoReintento,omitzero"`
	CompletadaEn     time.Time  `json:"completadaEn,omitzero"`
	Fallas           []Falla    `json:"fallas,omitempty"`   // all that are known
	Historia         []Cambio   `json:"historia,omitempty"` // of a completion: its steps may have had no message

	// Of a document alone, or of looks at a carpeta: then there is no saga.
	Novedad documento.TipoNovedad `json:"novedad,omitempty"`
	Miradas []string              `json:"miradas,omitempty"` // eventoIds in the trail of OperadorID

	Traza string `json:"-"` // W3C traceparent of the message
}

const versionAviso = 1

// avisoDe describes a saga as it stands.
func avisoDe(e Eliminacion) Aviso {
	return Aviso{
		Version: versionAviso, EventoID: e.EventoID, CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID,
		OperadorID: e.OperadorID, Estado: e.Estado, Paso: e.Paso, Secuencia: e.Secuencia, Intento: e.Intento,
		En: e.ultimoCambio(), SolicitadaEn: e.SolicitadaEn, VentanaHasta: e.VentanaHasta, EnPapelera: e.EnPapelera,
		ProximoReintento: e.ProximoReintento, CompletadaEn: e.CompletadaEn, Fallas: e.Errores,
	}
}

func (a Aviso) json() []byte {
	data, err := json.Marshal(a)
	if err != nil {
		panic(err) // strings, numbers and times of this century always marshal
	}
	return data
}

// Pasos are the messages that one stands for: of a completion with its history one for each step, in
// their order.
func (a Aviso) Pasos() []Aviso {
	pasos := make([]Aviso, 0, len(a.Historia)+1)
	for _, c := range a.Historia {
		if c.Secuencia >= a.Secuencia {
			break
		}
		p := a
		p.Estado, p.Paso, p.Secuencia, p.Intento, p.En, p.Historia = c.Estado, c.Paso, c.Secuencia, c.Intento, c.En, nil
		p.ProximoReintento, p.CompletadaEn, p.Fallas = time.Time{}, time.Time{}, fallasHasta(a.Fallas, c.En)
		pasos = append(pasos, p)
	}
	a.Historia = nil
	return append(pasos, a)
}

func (e Eliminacion) ultimoCambio() time.Time {
	if n := len(e.Historia); n > 0 {
		return e.Historia[n-1].En
	}
	return e.SolicitadaEn
}

// ReadAviso decodes a message. A message that is not ours is BAD_USER_INPUT: no
// repetition mends it.
func ReadAviso(m broker.Message) (Aviso, error) {
	var a Aviso
	if err := json.Unmarshal(m.Data, &a); err != nil {
		return a, fault.Wrap(fault.BadUserInput, err)
	}
	a.Traza = m.Traceparent
	if a.Version == versionAviso && a.sinSaga(m.Type) {
		return a, nil
	}
	if a.Version != versionAviso || a.EventoID == "" || a.EventoID != m.SagaID || a.Secuencia < 1 {
		return a, fault.Wrap(fault.BadUserInput, fmt.Errorf("message %q: unknown version or no saga", m.ID))
	}
	return a, nil
}

// MensajeDeDocumento tells of a document that came or changed.
func MensajeDeDocumento(n documento.Novedad, now time.Time) broker.Message {
	a := Aviso{Version: versionAviso, CarpetaID: n.CarpetaID, DocumentoID: n.DocumentoID, En: n.En, Novedad: n.Tipo}
	return broker.Message{
		ID: n.ClaveOrden(), Type: broker.DocumentChanged, Source: Origen, Subject: n.DocumentoID, Time: now,
		Intento: 1, Data: a.json(),
	}
}

// DeDocumento is the news that such a message tells.
func (a Aviso) DeDocumento() documento.Novedad {
	return documento.Novedad{Clave: documento.Clave{CarpetaID: a.CarpetaID, DocumentoID: a.DocumentoID}, Tipo: a.Novedad, En: a.En}
}

// Termina reports whether messages of this type tell of a terminal state.
func Termina(tipo string) bool {
	switch tipo {
	case broker.MetadataCleanupSuccess, broker.DeletionCompleted, broker.DeletionFailed, broker.DeletionCancelled:
		return true
	}
	return false
}

// Comienzo is the saga that a first message tells of, as far as it tells; false
// for any later message, and for a request that waits for an approval: why it was
// made stands in the item only.
func (a Aviso) Comienzo() (Eliminacion, bool) {
	e := Eliminacion{
		EventoID: a.EventoID, CarpetaID: a.CarpetaID, DocumentoID: a.DocumentoID, OperadorID: a.OperadorID,
		SolicitadaEn: a.SolicitadaEn, VentanaHasta: a.VentanaHasta, EnPapelera: a.EnPapelera, Traza: a.Traza,
	}
	e, entera := e.Aplicado(a)
	return e, entera && a.Secuencia == 1 && a.Paso != Aprobacion
}

// Aplicado is the saga after one more step, as far as the message tells; false if
// that is not all, as when a request was decided: by whom and why stands in the
// item only.
func (e Eliminacion) Aplicado(a Aviso) (Eliminacion, bool) {
	entera := e.situacion() != enAprobacion
	e.Estado, e.Paso, e.Secuencia, e.Intento = a.Estado, a.Paso, a.Secuencia, a.Intento
	e.ProximoReintento, e.CompletadaEn, e.Errores = a.ProximoReintento, a.CompletadaEn, a.Fallas
	c := Cambio{Secuencia: a.Secuencia, Estado: a.Estado, Paso: a.Paso, Intento: a.Intento, En: a.En}
	e.Historia = append(e.Historia[:len(e.Historia):len(e.Historia)], c)
	return e, entera
}

// Mensaje is the message with the given key about a saga as it stands. Its id is
// the same whenever the same step is announced again.
func Mensaje(e Eliminacion, clave string, now time.Time) broker.Message {
	a := avisoDe(e)
	if clave == broker.DeletionCompleted {
		a.Historia = e.Historia
	}
	return broker.Message{
		ID:   fmt.Sprintf("%s:%d:%s", e.EventoID, e.Secuencia, clave),
		Type: clave, Source: Origen, Subject: e.DocumentoID, Time: now, SagaID: e.EventoID,
		Intento: 1, OperadorID: e.OperadorID, Traceparent: e.Traza, Data: a.json(),
	}
}

// Orden is the command that moves a saga on; empty if nothing is due.
func Orden(e Eliminacion) string {
	switch {
	case e.Estado.Terminal():
		return ""
	case e.Secuencia == 1:
		return broker.DeletionRequested
	default:
		return ordenDelPaso(e.Paso)
	}
}

// ClaveRuta is the routing key that an outbox entry shows (S-0004): the command
// that is due or, of a saga that ended, the message that tells of its end.
func ClaveRuta(e Eliminacion) string {
	switch e.Estado {
	case Completada:
		return broker.DeletionCompleted
	case Fallida:
		return broker.DeletionFailed
	case Cancelada:
		return broker.DeletionCancelled
	default:
		return Orden(e)
	}
}

// Ordenes are the commands that may move a saga on: the one that is due, and the one of its step. They differ at its
// beginning only, which is the coordinator's.
func Ordenes(e Eliminacion) []string { return []string{Orden(e), ordenDelPaso(e.Paso)} }
