package app

import (
	"context"
	"path/filepath"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/broker/localbroker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// Secrets of the embedded profile, in the data folder.
const (
	archivoCursores = "cursores.key"
	archivoObjetos  = "objetos.key"
	carpetaObjetos  = "objetos"
)

// abrirEmbedded opens the profile that lives in one process and one folder.
func (a *App) abrirEmbedded(context.Context) error {
	dir := a.cfg.DataDir
	store, err := boltstore.Abrir(boltstore.Opciones{Dir: dir, Reloj: a.ahora, Observar: a.metrics.StoreCall})
	if err != nil {
		return err
	}
	a.p.almacen, a.p.listo, a.p.bootstrap = store, store.Ready, nada
	a.p.purgar = purga(store, a.ahora)
	a.alCerrar(store.Close)
	if err := a.abrirDisco(dir); err != nil {
		return err
	}
	local := localbroker.New(localbroker.Config{Retry: a.reintentos(), Logger: a.log, Reloj: a.ahora})
	a.p.broker = local
	a.alCerrar(local.Close)
	return a.identidadLocal(dir)
}

func (a *App) abrirDisco(dir string) error {
	clave, err := auth.ClaveSecreta(filepath.Join(dir, archivoObjetos))
	if err != nil {
		return err
	}
	disco, err := diskblob.New(diskblob.Config{
		Dir: filepath.Join(dir, carpetaObjetos), Clave: clave, BaseURL: a.urlPublica, Reloj: a.ahora, Registro: a.log,
	})
	if err != nil {
		return err
	}
	a.p.objetos, a.p.inventario, a.p.archivos = disco, disco, disco.Handler()
	a.alCerrar(disco.Close)
	return nil
}

// identidadLocal uses the issuer and the cursor key of the data folder, unless
// the configuration names others.
func (a *App) identidadLocal(dir string) error {
	if a.cfg.EmisorLocal() {
		emisor, err := auth.NuevoEmisor(dir, a.ahora)
		if err != nil {
			return err
		}
		a.p.emisor, a.p.verificador = emisor, emisor.Verificador()
	} else {
		a.p.verificador = a.emisorRemoto()
	}
	if a.p.cursores = a.clavesConfiguradas(); len(a.p.cursores) > 0 {
		return nil
	}
	clave, err := auth.ClaveSecreta(filepath.Join(dir, archivoCursores))
	a.p.cursores = []relay.Key{{ID: "local", Secret: clave}}
	return err
}

func nada(context.Context) error { return nil }

// lotePurga bounds one transaction of the purge.
const lotePurga = 500

// purga deletes what has expired, in small transactions: bbolt has no TTL.
func purga(store *boltstore.Store, ahora func() time.Time) func(context.Context) error {
	return func(ctx context.Context) error {
		for {
			n, err := store.PurgarExpirados(ctx, ahora(), lotePurga)
			if err != nil || n < lotePurga {
				return err
			}
		}
	}
}
