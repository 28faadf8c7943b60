package boltdb_test

import (
	"fmt"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/boltdb"
)

// TestALaterVersionHasAnotherIndex: the file gets it when it is opened, with what is there; the one before goes.
func TestALaterVersionHasAnotherIndex(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	table := func(index string, carries ...string) *records.Table {
		return &records.Table{Name: "T", Partition: "p", Sort: "s", Indexes: []records.Index{{Name: index, Partition: "p", Sort: "o", Carries: carries}}}
	}
	use := func(of *records.Table, f func(db *boltdb.DB, file *bolt.DB)) {
		file, err := bolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		db, err := boltdb.Open(boltdb.Config{File: file, Tables: []*records.Table{of}})
		if err != nil {
			t.Fatal(err)
		}
		f(db, file)
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
	const n = 50
	first := table("lista_1", "a")
	use(first, func(db *boltdb.DB, _ *bolt.DB) {
		var is []records.Item
		for k := range n {
			i := records.Item{"p": records.Text("p"), "s": records.Text(fmt.Sprintf("s%02d", k)), "a": records.Number(1), "b": records.Number(k)}
			if k%2 == 0 {
				i["o"] = records.Text(fmt.Sprintf("o%02d", n-k))
			}
			is = append(is, i)
		}
		if err := db.PutMany(t.Context(), first, is); err != nil {
			t.Fatal(err)
		}
	})
	later := table("lista_2", "a", "b")
	use(later, func(db *boltdb.DB, file *bolt.DB) {
		var sum, rows int64
		_, err := db.Query(t.Context(), records.Query{Table: later, Index: later.Index("lista_2"), Partition: "p"}, func(src records.Source) (bool, error) {
			i, err := records.ItemOf(src)
			rows, sum = rows+1, sum+i["b"].Num
			return true, err
		})
		if err != nil || rows != n/2 || sum != 600 {
			t.Errorf("%d rows, sum %d, %v", rows, sum, err)
		}
		_ = file.View(func(tx *bolt.Tx) error {
			if tx.Bucket([]byte("T.lista_1")) != nil {
				t.Error("the index before is there")
			}
			return nil
		})
	})
}
