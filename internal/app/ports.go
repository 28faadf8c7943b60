package app

import (
	"context"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/store/marca"
)

// store is every store port; both store adapters implement all of them.
type store interface {
	carpeta.Store
	carpeta.Censo
	documento.Store
	documento.Recorrible
	documento.Sembrador
	eliminacion.Store
	eliminacion.Reparaciones
	marca.Store
	entidad.Store
	entrega.Store
	entrega.Sembrador
	auditoria.Store
	auditoria.StoreEmbargos
	sellado.Actas
	sellado.Eventos
}

// ports are the technologies of a profile. Nothing above knows which they are.
type ports struct {
	store      store
	broker     broker.Broker
	objetos    documento.Objetos
	inventario documento.Inventario        // of the same objects
	sellos     onceWritten                 // the sealed logs of the trail
	archive    onceWritten                 // the archived trail
	linksReady func(context.Context) error // says why no links to objects are given; nil where nothing can be wrong
	files      http.Handler                // serves signed URLs; nil where the object store does
	verifier   auth.Verifier
	emisor     *auth.Emisor // nil where tokens come from elsewhere
	cursors    []relay.Key
	cutter     *cutter // takes hold of the data for a backup; nil where there is no data folder
	policy     string  // command for the operator of the broker; empty if it needs none

	ready     func(context.Context) error // of the stores
	bootstrap func(context.Context) error // of the stores
	takeOver  func(context.Context) error // refuses to serve what a migration is filling; nil where none does
	purgar    func(context.Context) error // deletes expired items; nil where the store does it
	closers   []func() error              // in the order of use; closed in reverse
}
