package model

import (
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
)

// DocumentoConnection is a page of documents.
type DocumentoConnection = relay.Connection[documento.Fila]

// DocumentoEdge is a document in a page.
type DocumentoEdge = relay.Edge[documento.Fila]

// EliminacionConnection is a page of deletions.
type EliminacionConnection = relay.Connection[eliminacion.Eliminacion]

// EliminacionEdge is a deletion in a page.
type EliminacionEdge = relay.Edge[eliminacion.Eliminacion]

// MensajeMuertoEdge is a dead letter in a page.
type MensajeMuertoEdge = relay.Edge[operacion.Mensaje]

// Node is any object with a global id: carpeta.Carpeta, documento.Fila or
// eliminacion.Eliminacion.
type Node any
