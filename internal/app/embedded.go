package app

import (
	"context"
	"path/filepath"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/localbroker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
)

// LocalCursorKey is the name of the data folder's key for cursors.
const LocalCursorKey = "local"

// openEmbedded opens the profile that lives in one process and one folder.
func openEmbedded(_ context.Context, p process) (o ports, err error) {
	dir := p.cfg.DataDir
	if err := datafolder.Usable(dir); err != nil {
		return o, err
	}
	store, err := boltstore.Open(boltstore.Config{
		Dir: dir, Clock: p.clock, Observe: p.metrics.StoreCall, Written: p.metrics.EventsWritten, Retenciones: retenciones(p.cfg), Settling: boltstore.Asentamiento,
	})
	if err != nil {
		return o, err
	}
	o.Store, o.purge, o.damaged = store, store.Purge, store.Damaged()
	o.space = func(context.Context) error { return datafolder.Room(dir) }
	o.onClose(store.Close)
	if o.disk, err = openDisk(p); err != nil {
		return o, err
	}
	o.Objetos, o.inventario = o.disk, o.disk
	o.onClose(o.disk.Close)
	sellos, err := diskblob.OpenSellos(filepath.Join(dir, datafolder.Seals))
	if err != nil {
		return o, err
	}
	o.Sellos = sellos
	o.onClose(sellos.Close)
	archivo, err := diskblob.OpenSellos(filepath.Join(dir, datafolder.Archive))
	if err != nil {
		return o, err
	}
	o.Archivo = archivo
	o.onClose(archivo.Close)
	o.cuts = datafolder.CutsConfig{
		Dir: dir, Snapshot: store.Snapshot, Parts: []datafolder.Hold{o.disk.Hold, sellos.Freeze, archivo.Freeze}, Clock: p.clock, Log: p.log,
	}
	p.metrics.DataFolder(func() (free, size uint64, known bool) { return datafolder.Disk(dir) }, func() time.Time { return datafolder.Backed(dir) })
	o.Broker = openLocalBroker(p, &o)
	if o.Emisor, o.verifier, err = localIssuer(p); err != nil {
		return o, err
	}
	o.cursors, err = localCursors(p)
	return o, err
}

func openDisk(p process) (*diskblob.Objetos, error) {
	clave, err := auth.SecretKey(filepath.Join(p.cfg.DataDir, datafolder.ObjectKey))
	if err != nil {
		return nil, err
	}
	p.metrics.LinksWithheld(func() bool { return false }) // its own folder takes nothing that nobody signed
	return diskblob.New(diskblob.Config{
		Dir: filepath.Join(p.cfg.DataDir, datafolder.Objects), Key: clave, BaseURL: p.public.get, Clock: p.clock, Log: p.log,
	})
}

func openLocalBroker(p process, o *ports) broker.Broker {
	local := localbroker.New(localbroker.Config{Retry: reintentos(p.cfg), MaxQueue: p.cfg.QueueMax, Log: p.log, Clock: p.clock})
	o.onClose(local.Close)
	return local
}

// localIssuer is that of the data folder, unless the configuration names another.
func localIssuer(p process) (*auth.Emisor, auth.Verifier, error) {
	if !p.cfg.LocalIssuer() {
		return nil, remoteIssuer(p), nil
	}
	emisor, err := auth.OpenEmisor(p.cfg.DataDir, p.clock)
	if err != nil {
		return nil, nil, err
	}
	emisor = emisor.Forgiving(p.cfg.AuthClockSkew)
	return emisor, emisor.VerifierIn(verifications()), nil
}

// localCursors are signed with the key of the data folder, unless the configuration names others.
func localCursors(p process) ([]relay.Key, error) {
	if keys := p.cfg.CursorKeyRing(); len(keys) > 0 {
		return keys, nil
	}
	clave, err := auth.SecretKey(filepath.Join(p.cfg.DataDir, datafolder.CursorKey))
	return []relay.Key{{ID: LocalCursorKey, Secret: clave}}, err
}
