package boltdb_test

import (
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/boltdb"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/recordstest"
)

func TestContract(t *testing.T) {
	d := open(t, t.TempDir(), recordstest.Tables)
	recordstest.Run(t, recordstest.Engine{DB: d, Purge: d.PurgeExpired})
}

func open(t testing.TB, dir string, tables []*records.Table) *boltdb.DB {
	t.Helper()
	file, err := bolt.Open(filepath.Join(dir, "x.db"), 0o600, &bolt.Options{NoSync: true, FreelistType: bolt.FreelistMapType})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	d, err := boltdb.Open(boltdb.Config{File: file, Tables: tables})
	if err != nil {
		t.Fatal(err)
	}
	return d
}
