package boltstore_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

// TestFormats: a file of a newer schema is refused and stays as it is.
func TestFormats(t *testing.T) {
	dir := t.TempDir()
	if err := openStore(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
	open := func(*testing.T) error {
		s, err := boltstore.Open(boltstore.Config{Dir: dir})
		if err != nil {
			if !errors.Is(err, boltstore.ErrNewer) {
				t.Errorf("not ErrNewer: %v", err)
			}
			return err
		}
		return s.Close()
	}
	storetest.RunFormats(t, storetest.Formats{
		Newest: boltstore.Schema, Open: open, Prepare: open,
		Say: func(t *testing.T, format string) {
			inMeta(t, dir, func(b *bolt.Bucket) error { return b.Put([]byte("esquema"), []byte(format)) })
		},
		Said: func(t *testing.T) (format string) {
			inMeta(t, dir, func(b *bolt.Bucket) error { format = string(b.Get([]byte("esquema"))); return nil })
			return format
		},
	})
}

func inMeta(t *testing.T, dir string, f func(b *bolt.Bucket) error) {
	t.Helper()
	db, err := bolt.Open(filepath.Join(dir, boltstore.FileName), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error { return f(tx.Bucket([]byte("meta"))) })
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestSnapshotOfAnOlderSchema: a backup before an upgrade takes the file as it is.
func TestSnapshotOfAnOlderSchema(t *testing.T) {
	dir := t.TempDir()
	if err := openStore(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
	inMeta(t, dir, func(b *bolt.Bucket) error { return b.Put([]byte("esquema"), []byte("9")) })
	before, err := os.ReadFile(filepath.Join(dir, boltstore.FileName))
	if err != nil {
		t.Fatal(err)
	}
	s, err := boltstore.OpenSnapshot(dir)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := s.Schema()
	if err := errors.Join(err, s.Close()); err != nil || schema != 9 {
		t.Errorf("schema %d (%v)", schema, err)
	}
	after, err := os.ReadFile(filepath.Join(dir, boltstore.FileName))
	if err != nil || string(after) != string(before) {
		t.Errorf("the file was changed (%v)", err)
	}
}
