package rest

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// event is one of the trail: the members of S-STORAGE-010, and behind them ours.
type event struct {
	EventID        string    `json:"event_id"`
	EventType      string    `json:"event_type"`
	Service        string    `json:"service"`
	CorrelationID  string    `json:"correlation_id"`
	EventTimestamp string    `json:"event_timestamp"`
	Outcome        string    `json:"outcome"`
	Severity       string    `json:"severity"`
	ResourceType   string    `json:"resource_type"`
	ResourceID     string    `json:"resource_id"`
	ActorType      string    `json:"actor_type"`
	ActorID        string    `json:"actor_id"`
	EventData      eventData `json:"event_data"`

	ActorOperadorID string `json:"actor_operador_id,omitempty"`
	ActorEntidadID  string `json:"actor_entidad_id,omitempty"`
	OnBehalfOf      string `json:"on_behalf_of,omitempty"`
	Purpose         string `json:"purpose,omitempty"`
	LegalBasis      string `json:"legal_basis,omitempty"`
	OperadorID      string `json:"operador_id"`
	CarpetaID       string `json:"carpeta_id,omitempty"`
	DocumentoID     string `json:"documento_id,omitempty"`
	IngestSequence  string `json:"ingest_sequence"`
	Cursor          string `json:"cursor,omitempty"` // of exports only
}

// eventData is what the kind of event adds, in the envelope of S-STORAGE-010.
type eventData struct {
	Service string            `json:"service"`
	Version string            `json:"version"`
	Data    map[string]string `json:"data"`
}

const dataVersion = "1.0"

const timestamp = "2006-01-02T15:04:05.000Z"

func eventOf(e auditoria.Evento) event {
	data := e.Datos
	if data == nil {
		data = map[string]string{}
	}
	return event{
		EventID: e.EventoID, EventType: string(e.Tipo), Service: string(e.Servicio), CorrelationID: e.CorrelacionID,
		EventTimestamp: formatTime(e.Momento), Outcome: string(e.Resultado), Severity: string(e.Gravedad),
		ResourceType: e.Recurso.Tipo, ResourceID: e.Recurso.ID, ActorType: e.Actor.Tipo, ActorID: e.Actor.ID,
		EventData:       eventData{string(e.Servicio), dataVersion, data},
		ActorOperadorID: e.Actor.OperadorID, ActorEntidadID: e.Actor.EntidadID, OnBehalfOf: e.EnNombreDe, Purpose: e.Proposito, LegalBasis: e.BaseLegal,
		OperadorID: e.OperadorID, CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID, IngestSequence: e.ClaveOrden(),
	}
}

func formatTime(t time.Time) string { return t.UTC().Format(timestamp) }
