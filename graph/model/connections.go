package model

import (
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
)

// DocumentoConnection is a page of documents.
type DocumentoConnection = relay.Connection[documento.Fila]

// DocumentoEdge is a document in a page.
type DocumentoEdge = relay.Edge[documento.Fila]

// CargaPendienteConnection is a page of uploads.
type CargaPendienteConnection = relay.Connection[documento.CargaPendiente]

// CargaPendienteEdge is an upload in a page.
type CargaPendienteEdge = relay.Edge[documento.CargaPendiente]

// DocumentoEnPapeleraConnection is a page of the bin.
type DocumentoEnPapeleraConnection = relay.Connection[documento.Desechado]

// DocumentoEnPapeleraEdge is a document in a page of the bin.
type DocumentoEnPapeleraEdge = relay.Edge[documento.Desechado]

// EliminacionConnection is a page of deletions.
type EliminacionConnection = relay.Connection[eliminacion.Eliminacion]

// EliminacionEdge is a deletion in a page.
type EliminacionEdge = relay.Edge[eliminacion.Eliminacion]

// EntidadConnection is a page of the registry.
type EntidadConnection = relay.Connection[entidad.Entidad]

// EntidadEdge is an entity in a page.
type EntidadEdge = relay.Edge[entidad.Entidad]

// AccesoConnection is a page of looks.
type AccesoConnection = relay.Connection[auditoria.Acceso]

// AccesoEdge is a look in a page.
type AccesoEdge = relay.Edge[auditoria.Acceso]

// CodigoConnection is a page of codes.
type CodigoConnection = relay.Connection[codigo.Codigo]

// CodigoEdge is a code in a page.
type CodigoEdge = relay.Edge[codigo.Codigo]

// EntregaConnection is a page of deliveries.
type EntregaConnection = relay.Connection[entrega.Entrega]

// EntregaEdge is a delivery in a page.
type EntregaEdge = relay.Edge[entrega.Entrega]

// MensajeMuertoEdge is a dead letter in a page.
type MensajeMuertoEdge = relay.Edge[operacion.Mensaje]

// EventoAuditoriaEdge is an event in a page of the trail.
type EventoAuditoriaEdge = relay.Edge[auditoria.Evento]

// Node is any object with a global id: carpeta.Carpeta, documento.Fila or
// eliminacion.Eliminacion.
type Node any

// SolicitudConnection is a page of requests.
type SolicitudConnection = relay.Connection[consentimiento.Solicitud]

// SolicitudEdge is a request in a page.
type SolicitudEdge = relay.Edge[consentimiento.Solicitud]

// AutorizacionConnection is a page of authorisations.
type AutorizacionConnection = relay.Connection[consentimiento.Autorizacion]

// AutorizacionEdge is an authorisation in a page.
type AutorizacionEdge = relay.Edge[consentimiento.Autorizacion]

// DocumentoRecibidoConnection is a page of what an entity received.
type DocumentoRecibidoConnection = relay.Connection[consentimiento.Recibido]

// DocumentoRecibidoEdge is one of these documents in a page.
type DocumentoRecibidoEdge = relay.Edge[consentimiento.Recibido]
