package world

import (
	"bytes"
	"context"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// Open opens the store and the object store of the embedded profile. They are closed
// with the test.
func Open(t testing.TB, cfg Config) (*boltstore.Store, *diskblob.Objetos) {
	t.Helper()
	cfg = cfg.withDefaults()
	if cfg.Dir == "" {
		cfg.Dir = t.TempDir()
	}
	store, err := boltstore.Open(boltstore.Config{Dir: cfg.Dir, Clock: cfg.Clock, Observe: cfg.Observe})
	must(t, err)
	t.Cleanup(func() { must(t, store.Close()) }) // a test may have closed it: that is no error
	objetos, err := diskblob.New(diskblob.Config{
		Dir: cfg.Dir + "/objetos", Key: bytes.Repeat([]byte{1}, 32), BaseURL: cfg.BaseURL, Clock: cfg.Clock,
	})
	must(t, err)
	t.Cleanup(func() { must(t, objetos.Close()) })
	must(t, objetos.Bootstrap(t.Context()))
	return store, objetos
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// EraseEach is documento.Objetos.BorrarVarios by a way to erase one.
func EraseEach(ctx context.Context, objects []documento.VersionObjeto, erase func(context.Context, string) (int, error)) []documento.Borrado {
	erased := make([]documento.Borrado, len(objects))
	for i, o := range objects {
		erased[i].Versiones, erased[i].Err = erase(ctx, o.Nombre)
	}
	return erased
}
