// Package model holds what the API has beyond the domain's own types: generated
// inputs and payloads, and the connections.
package model

import (
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/relay"
)

// The connections of the schema.
type (
	DocumentoConnection   = relay.Connection[documento.Fila]
	DocumentoEdge         = relay.Edge[documento.Fila]
	EliminacionConnection = relay.Connection[eliminacion.Eliminacion]
	EliminacionEdge       = relay.Edge[eliminacion.Eliminacion]
)

// Node is any object with a global id: carpeta.Carpeta, documento.Fila or
// eliminacion.Eliminacion.
type Node any
