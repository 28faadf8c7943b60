package app

import (
	"context"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// almacen is every store port; both store adapters implement all of them.
type almacen interface {
	documento.Sembrador
	reconciliacion.Almacen // and with it the ports of carpetas, documents and sagas
}

// puertos are the technologies of a profile. Nothing above knows which they are.
type puertos struct {
	almacen     almacen
	broker      broker.Broker
	objetos     documento.Objetos
	inventario  documento.Inventario // of the same objects
	archivos    http.Handler         // serves signed URLs; nil where the object store does
	verificador auth.Verificador
	emisor      *auth.Emisor // nil where tokens come from elsewhere
	cursores    []relay.Key

	listo     func(context.Context) error // of the stores
	bootstrap func(context.Context) error // of the stores
	purgar    func(context.Context) error // deletes what has expired; nil where the store does
	cerrar    []func() error              // in the order of use; closed in reverse
}
