package world

import (
	"bytes"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// Config says where the stores are and what time they have. Zero values get the
// defaults named below.
type Config struct {
	Dir     string                            // a new folder of the test
	Clock   func() time.Time                  // time.Now
	Observe func(op string, capacity float64) // called for each of the store's calls; nil
}

// Open opens the store and the object store of the embedded profile. They are closed
// with the test.
func Open(t testing.TB, cfg Config) (*boltstore.Store, *diskblob.Objetos) {
	t.Helper()
	if cfg.Dir == "" {
		cfg.Dir = t.TempDir()
	}
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	store, err := boltstore.Open(boltstore.Config{Dir: cfg.Dir, Clock: cfg.Clock, Observe: cfg.Observe})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() }) // a test may have closed it
	objetos, err := diskblob.New(diskblob.Config{
		Dir: cfg.Dir + "/objetos", Key: bytes.Repeat([]byte{1}, 32), BaseURL: func() string { return "" }, Clock: cfg.Clock,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = objetos.Close() })
	if err := objetos.Bootstrap(t.Context()); err != nil {
		t.Fatal(err)
	}
	return store, objetos
}
