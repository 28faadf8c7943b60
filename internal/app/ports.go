package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

// store is every store port; both store adapters implement all of them.
type store interface {
	Ready(ctx context.Context) error
	Bootstrap(ctx context.Context) error
	carpeta.Store
	carpeta.Censo
	documento.Store
	documento.Recorrible
	documento.Sembrador
	eliminacion.Store
	eliminacion.Reparaciones
	marca.Store
	entidad.Store
	tipo.Store
	tramite.Store
	entrega.Store
	entrega.Sembrador
	codigo.Store
	consentimiento.Store
	auditoria.Store
	Asentado() time.Time // of auditoria.Consultas
	auditoria.StoreEmbargos
	sellado.Actas
	sellado.Eventos
}

// onceWritten is where objects lie that nobody changes: the sealed logs of the trail, and what is archived of it.
type onceWritten interface {
	sello.Objects
	Bootstrap(ctx context.Context) error
}

// ports are the technologies of a profile. Nothing above knows which they are.
type ports struct {
	Store    store
	Broker   broker.Broker
	Objetos  documento.Objetos
	Sellos   onceWritten  // the sealed logs of the trail
	Archivo  onceWritten  // the archived trail
	Emisor   *auth.Emisor // nil where tokens come from elsewhere
	Politica string       // command for the operator of the broker; empty if it needs none

	inventario documento.Inventario        // of the same objects
	linksReady func(context.Context) error // says why no links to objects are given; nil where nothing can be wrong
	clocks     *dynamostore.Clocks         // of this server and of the store; nil where they are one
	disk       *diskblob.Objetos           // serves signed URLs; nil where the object store does
	space      func(context.Context) error // says that the disk of the data folder is nearly full; nil where there is none
	damaged    <-chan error                // has an error when the store must be used no more; nil: it never has
	verifier   auth.Verifier
	cursors    []relay.Key
	cuts       datafolder.CutsConfig                     // what backups get; without Snapshot where there is no data folder
	purge      func(context.Context, *slog.Logger) error // deletes expired items; nil where the store does it
	closers    []func() error                            // in the order of use; closed in reverse
}

// openPorts opens the adapters of the profile.
func openPorts(ctx context.Context, p process) (ports, error) {
	open := openEmbedded
	if p.distributed() {
		open = openDistributed
	}
	o, err := open(ctx, p)
	if err != nil {
		return ports{}, errors.Join(err, o.close())
	}
	o.Broker = p.traces.Broker(o.Broker)
	return o, nil
}

// onClose books what close has to close, last opened first.
func (o *ports) onClose(f func() error) { o.closers = append(o.closers, f) }

func (o *ports) close() error {
	var errs []error
	for i := len(o.closers) - 1; i >= 0; i-- {
		errs = append(errs, o.closers[i]())
	}
	o.closers = nil
	return errors.Join(errs...)
}

// objectsReady: the objects are there, and links to them are given.
func (o *ports) objectsReady(ctx context.Context) error {
	if err := o.Objetos.Ready(ctx); err != nil || o.linksReady == nil {
		return err
	}
	return o.linksReady(ctx)
}

// Bootstrap creates tables, indexes, bucket and topology; it changes nothing that exists.
func (o *ports) Bootstrap(ctx context.Context) error {
	if err := o.BootstrapStores(ctx); err != nil {
		return err
	}
	return bootstrap(ctx, part{"broker", o.Broker})
}

// BootstrapStores is Bootstrap for what needs no broker.
func (o *ports) BootstrapStores(ctx context.Context) error {
	return bootstrap(ctx, part{"stores", o.Store}, part{"objects", o.Objetos}, part{"sealed logs", o.Sellos}, part{"archive", o.Archivo})
}

// part is something that bootstrap makes.
type part struct {
	name string
	port interface{ Bootstrap(context.Context) error }
}

func bootstrap(ctx context.Context, parts ...part) error {
	for _, p := range parts {
		if err := p.port.Bootstrap(ctx); err != nil {
			return fmt.Errorf("bootstrap %s: %w", p.name, err)
		}
	}
	return nil
}
