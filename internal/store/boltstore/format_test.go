package boltstore_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/format"
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
			if !errors.Is(err, format.ErrNewer) {
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

// TestFileOfBefore: the data file of a build before 0.3.0 (commit df7396f9, which ran for a moment) is refused by a server
// and by a backup, with one sentence, and stays as it is.
func TestFileOfBefore(t *testing.T) {
	old, err := os.Open("testdata/carpeta-0.2.0.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	unpacked, err := gzip.NewReader(old)
	if err != nil {
		t.Fatal(err)
	}
	before, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	dir := folderWith(t, before)
	_, errServer := boltstore.Open(boltstore.Config{Dir: dir})
	_, errBackup := boltstore.OpenSnapshot(dir)
	for who, err := range map[string]error{"server": errServer, "backup": errBackup} {
		if !errors.Is(err, format.ErrOlder) || !strings.Contains(err.Error(), filepath.Join(dir, boltstore.FileName)) {
			t.Errorf("%s: %v", who, err)
		}
	}
	after, err := os.ReadFile(filepath.Join(dir, boltstore.FileName))
	if err != nil || !bytes.Equal(after, before) {
		t.Errorf("the file was changed (%v)", err)
	}
}
