package boltdb

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

var things = &records.Table{Name: "Cosa", Partition: "p", Sort: "s", Indexes: []records.Index{{Name: "porGrupo", Partition: "g", Sort: "o", Carries: []string{"t"}}}}

func openThings(t testing.TB) *DB {
	file, err := bolt.Open(filepath.Join(t.TempDir(), "x.db"), 0o600, &bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	d, err := Open(Config{File: file, Tables: []*records.Table{things}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestNamesAreThereWithTheirCommit: whoever reads what a commit brought, before anybody in the process was told of it, knows
// its names.
func TestNamesAreThereWithTheirCommit(t *testing.T) {
	d := openThings(t)
	read := func(k records.Key) (i records.Item, err error) {
		_, err = d.Read(t.Context(), things, k, records.Consistent, records.Into(&i))
		return i, err
	}
	k, taken := records.Key{Partition: "a", Sort: "1"}, records.Key{Partition: "a", Sort: "2"}
	put := func(tx *bolt.Tx, k records.Key, name string) error {
		i := things.Keyed(k)
		i[name] = records.Map(records.Item{"inner " + name: records.Text("x")})
		return (&writer{db: d, tx: tx}).replace(d.layouts[things], k, nil, i)
	}
	broken := d.combiner.write(t.Context(), func(tx *bolt.Tx) error {
		if err := put(tx, taken, "taken back"); err != nil {
			return err
		}
		if _, err := (&writer{db: d, tx: tx}).before(d.layouts[things], taken); err != nil { // it reads what it wrote
			t.Error(err)
		}
		return errDamaged
	})
	if broken == nil {
		t.Error("a write that fails was made")
	}
	var inBetween records.Item
	var damaged error
	err := d.combiner.write(t.Context(), func(tx *bolt.Tx) error {
		tx.OnCommit(func() { inBetween, damaged = read(k) })
		return put(tx, k, "new")
	})
	if err != nil || damaged != nil || inBetween["new"].Map["inner new"].Text != "x" {
		t.Errorf("read %v, error %v, %v", inBetween, damaged, err)
	}
}

// FuzzValue reads any bytes as a value, in all ways: nothing panics, the ways agree, and what was read is written and read as
// the same.
func FuzzValue(f *testing.F) {
	d := openThings(f)
	whole := records.Item{
		"p": records.Text("a"), "s": records.Text("1"), "t": records.Text("é"), "g": records.Text("g"), "o": records.Text("o"), "n": records.Number(-300), "b": records.Truth(true),
		"l": records.List([]records.Value{records.Number(1), records.List(nil), records.Map(records.Item{"t": records.Bytes([]byte{0})})}),
		"z": {Kind: records.KindSet, List: []records.Value{records.Text("x"), records.Text("y")}},
	}
	if err := d.Write(f.Context(), []records.Part{records.Put(things, whole)}, nil); err != nil {
		f.Fatal(err)
	}
	err := d.file.View(func(tx *bolt.Tx) error {
		f.Add(bytes.Clone(tx.Bucket([]byte("Cosa")).Get([]byte("a\x001"))))
		return nil
	})
	if err != nil {
		f.Fatal(err)
	}
	for _, b := range []string{"", "\x01", "\x02", "\x01\x08", "\x01\x09\x05x", "\x01\xff\xff\xff\xff\x0f\x00", "\x01\x0e\x02\x08\x00"} {
		f.Add([]byte(b))
	}
	columns := records.NewColumns("t", "n", "p")
	f.Fuzz(func(t *testing.T, b []byte) {
		l := d.layouts[things]
		s := source{dictionary: dictionary{names: d.names.Load().byNumber}, ofKey: l.numbers}
		begin := func() error { return s.begin([]byte("a\x001"), b) }
		if begin() != nil {
			return
		}
		i, err := records.ItemOf(&s)
		if err != nil || things.KeyOf(i) != (records.Key{Partition: "a", Sort: "1"}) { // what is in the key is in no value
			return
		}
		row := make([]records.Scalar, 3)
		if begin() != nil || s.Scan(columns, row) != nil {
			t.Fatalf("%x: an item, and no row", b)
		}
		for n, name := range []string{"t", "n", "p"} {
			if v := i[name]; v.Kind == records.KindText && (row[n].Text != v.Text || row[n].Kind != v.Kind) || v.Kind == records.KindNumber && row[n].Num != v.Num {
				t.Errorf("%x: %s is %+v in the item, %+v in the row", b, name, v, row[n])
			}
		}
		again, err := (&writer{db: d}).encode([]byte{version1}, i, l.ofKey, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.begin([]byte("a\x001"), again); err != nil {
			t.Fatal(err)
		}
		if same, err := records.ItemOf(&s); err != nil || !cmp.Equal(same, i, cmpopts.EquateEmpty()) {
			t.Errorf("%x: %v, then %v, error %v", b, i, same, err)
		}
	})
}
