package boltdb_test

import (
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/store/records/boltdb"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/recordstest"
)

func TestContract(t *testing.T) {
	db, err := bolt.Open(filepath.Join(t.TempDir(), "x.db"), 0o600, &bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	d, err := boltdb.Open(db, recordstest.Tables, func(string, float64) {})
	if err != nil {
		t.Fatal(err)
	}
	recordstest.Run(t, recordstest.Engine{DB: d, Purge: d.PurgeExpired})
}
