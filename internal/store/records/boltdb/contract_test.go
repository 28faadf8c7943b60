package boltdb_test

import (
	"path/filepath"
	"testing"

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
	d, err := boltdb.Open(boltdb.Config{Path: filepath.Join(dir, "x.db"), Tables: tables, Format: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}
