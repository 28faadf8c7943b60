package app

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/broker/localbroker"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// Secrets of the embedded profile, in the data folder.
const (
	cursorsFile    = "cursores.key"
	objetosFile    = "objetos.key"
	carpetaObjetos = "objetos"
	localCursorKey = "local" // the name of that key
)

// openEmbedded opens the profile that lives in one process and one folder.
func (a *App) openEmbedded(context.Context) error {
	dir := a.cfg.DataDir
	if err := lives(dir); err != nil {
		return err
	}
	store, err := boltstore.Open(boltstore.Config{Dir: dir, Clock: a.clock, Observe: a.metrics.StoreCall, Written: a.metrics.EventsWritten, Retenciones: a.retenciones()})
	if err != nil {
		return err
	}
	a.p.store, a.p.ready, a.p.bootstrap = store, store.Ready, nothing
	a.p.cutter = &cutter{snapshot: store.Snapshot}
	a.p.purgar = purge(store, a.clock)
	a.onClose(store.Close)
	if err := a.openDisk(dir); err != nil {
		return err
	}
	a.showFolder(dir)
	if a.p.sellos, err = a.openObjects(filepath.Join(dir, sealsFolder)); err != nil {
		return err
	}
	if a.p.archive, err = a.openObjects(filepath.Join(dir, archiveFolder)); err != nil {
		return err
	}
	local := localbroker.New(localbroker.Config{Retry: a.reintentos(), MaxQueue: a.cfg.QueueMax, Log: a.log, Clock: a.clock})
	a.p.broker = local
	a.onClose(local.Close)
	return a.localIdentity(dir)
}

func (a *App) openDisk(dir string) error {
	clave, err := auth.SecretKey(filepath.Join(dir, objetosFile))
	if err != nil {
		return err
	}
	disk, err := diskblob.New(diskblob.Config{
		Dir: filepath.Join(dir, carpetaObjetos), Key: clave, BaseURL: a.publicURL, Clock: a.clock, Log: a.log,
		Origins: origins(a.cfg), Expected: a.waitsForFile, Served: a.served, Enter: a.transfers().enter,
	})
	if err != nil {
		return err
	}
	a.p.objetos, a.p.inventario, a.p.files = disk, disk, disk.Handler()
	a.metrics.LinksWithheld(func() bool { return false }) // its own folder takes nothing that nobody signed
	a.p.cutter.hold = disk.Hold
	a.onClose(disk.Close)
	return nil
}

// waitsForFile refuses the upload for a document that is absent, or has its file: the
// signed link of an erased file would bring it back.
func (a *App) waitsForFile(ctx context.Context, k documento.Clave) error {
	d, err := a.p.store.Documento(ctx, k)
	switch {
	case errors.Is(err, fault.NotFound), err == nil && d.Estado != documento.Cargando:
		return fault.New(fault.Forbidden, "El documento ya no espera un archivo.")
	case err == nil:
		return a.announcedInForce(ctx, d)
	default:
		return err
	}
}

// announcedInForce refuses the upload that was announced, or signed anew, with a token which
// its owner's revocation means: the link is what is left of that token.
func (a *App) announcedInForce(ctx context.Context, d documento.Documento) error {
	if a.revocations.Len() == 0 {
		return nil
	}
	c, err := a.p.store.Carpeta(ctx, d.CarpetaID)
	if err == nil && a.revocations.Denies(auth.Principal{Sub: c.CiudadanoID, Issued: d.FechaUltimaModificacion}) {
		return fault.New(fault.Forbidden, "El permiso para subir este archivo fue revocado.")
	}
	return err
}

// localIdentity uses the issuer and the cursor key of the data folder, unless
// the configuration names others.
func (a *App) localIdentity(dir string) error {
	if a.cfg.LocalIssuer() {
		emisor, err := auth.OpenEmisor(dir, a.clock)
		if err != nil {
			return err
		}
		a.p.emisor, a.p.verifier = emisor, emisor.VerifierIn(verifications())
	} else {
		a.p.verifier = a.remoteEmisor()
	}
	if a.p.cursors = a.configuredKeys(); len(a.p.cursors) > 0 {
		return nil
	}
	clave, err := auth.SecretKey(filepath.Join(dir, cursorsFile))
	a.p.cursors = []relay.Key{{ID: localCursorKey, Secret: clave}}
	return err
}

func nothing(context.Context) error { return nil }

// purgeBatch bounds one transaction of the purge.
const purgeBatch = 500

// purge deletes expired items, in small transactions: bbolt has no TTL.
func purge(store *boltstore.Store, clock func() time.Time) func(context.Context) error {
	return func(ctx context.Context) error {
		for {
			n, err := store.PurgeExpired(ctx, clock(), purgeBatch)
			if err != nil || n < purgeBatch {
				return err
			}
		}
	}
}
