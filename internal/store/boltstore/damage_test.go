package boltstore_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// wholeFile is a data file with a thousand documents.
func wholeFile(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	s := openStore(t, dir)
	seeded(t, s, 1000)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, boltstore.FileName))
	if err != nil {
		t.Fatal(err)
	}
	used := 0 // the rest of the file waits for its first use
	if err := withPages(t, data, func(tx *bolt.Tx) { used = int(tx.Size()) }); err != nil {
		t.Fatal(err)
	}
	return data[:used]
}

func folderWith(t *testing.T, data []byte) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, boltstore.FileName), data, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// sayDamage requires an error that says what happened and what to do, with an exit code of its own.
func sayDamage(t *testing.T, what, dir string, err error) {
	t.Helper()
	damage := new(boltstore.Damaged)
	if !errors.As(err, &damage) || damage.ExitCode() == 1 {
		t.Errorf("%s: %v", what, err)
		return
	}
	for _, says := range []string{filepath.Join(dir, boltstore.FileName), "is damaged", "carpeta respaldo restaurar"} {
		if !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v: it does not say %q", what, err, says)
		}
	}
}

// TestACutFile: whoever opens it refuses it, however much is left.
func TestACutFile(t *testing.T) {
	whole := wholeFile(t)
	for _, left := range []int{1, 100, 4096, 5000, 8192, 12288, 16384, len(whole) / 2, len(whole) - 4096, len(whole) - 1} {
		for name, open := range opened {
			dir := folderWith(t, whole[:left]) // a fault leaves the file open until the process ends
			_, err := open(dir)
			sayDamage(t, fmt.Sprintf("%s, %d bytes of %d", name, left, len(whole)), dir, err)
		}
	}
	dir := folderWith(t, whole)
	if err := openStore(t, dir).Ready(t.Context()); err != nil {
		t.Error(err)
	}
}

// opened are the ways to open a file.
var opened = map[string]func(dir string) (*boltstore.Snapshot, error){
	"beside a server": boltstore.OpenSnapshot,
	"stopped":         boltstore.OpenStopped,
	"to serve": func(dir string) (*boltstore.Snapshot, error) {
		s, err := boltstore.Open(boltstore.Config{Dir: dir})
		if err == nil {
			_ = s.Close()
		}
		return nil, err
	},
}

// withPages looks at a whole file as bbolt sees it.
func withPages(t *testing.T, data []byte, look func(tx *bolt.Tx)) error {
	t.Helper()
	db, err := bolt.Open(filepath.Join(folderWith(t, data), boltstore.FileName), 0o600, nil)
	if err != nil {
		return err
	}
	err = db.View(func(tx *bolt.Tx) error {
		look(tx)
		return nil
	})
	return errors.Join(err, db.Close())
}

// TestDamagedPages: of each page that is in use and makes no sense, whoever opens or reads the file says that it is
// damaged; from then on nothing is read or written. A page that the file does not use harms nobody.
func TestDamagedPages(t *testing.T) {
	whole := wholeFile(t)
	inUse := map[int]bool{}
	if err := withPages(t, whole, func(tx *bolt.Tx) {
		for id := range int(tx.Size()) / os.Getpagesize() {
			page, err := tx.Page(id)
			if err != nil {
				t.Fatal(err)
			}
			inUse[id] = page.Type == "leaf" || page.Type == "branch"
		}
	}); err != nil {
		t.Fatal(err)
	}
	met := 0
	for id, used := range inUse {
		data := append([]byte(nil), whole...)
		for i := range 16 { // the header of the page
			data[id*os.Getpagesize()+i] ^= 0xFF
		}
		dir := folderWith(t, data)
		err := readEverything(t, dir)
		switch {
		case used:
			met++
			sayDamage(t, fmt.Sprintf("page %d", id), dir, err)
		case err != nil:
			sayDamage(t, fmt.Sprintf("page %d", id), dir, err) // the list of free pages
		}
	}
	if met < 10 {
		t.Errorf("%d pages were in use", met)
	}
}

// TestDamagedBytes: whatever bytes of a file are flipped, the process goes on to say so. bbolt has no checksums: a byte
// that changes a value only is not seen.
func TestDamagedBytes(t *testing.T) {
	whole := wholeFile(t)
	random, found := rand.New(rand.NewPCG(42, 10)), 0
	for range 100 {
		data := append([]byte(nil), whole...)
		page := 2 + random.IntN(len(data)/os.Getpagesize()-2)
		for range 8 {
			data[page*os.Getpagesize()+random.IntN(200)] ^= byte(1 + random.IntN(255))
		}
		dir := folderWith(t, data)
		if err := readEverything(t, dir); errors.As(err, new(*boltstore.Damaged)) {
			found++
			sayDamage(t, fmt.Sprintf("page %d", page), dir, err)
		}
	}
	if found < 10 {
		t.Errorf("damage was found %d times", found)
	}
}

// readEverything opens a file to serve, reads all that is in it and writes; the first damage is the answer.
func readEverything(t *testing.T, dir string) error {
	t.Helper()
	s, err := boltstore.Open(boltstore.Config{Dir: dir})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	taken, err := s.Snapshot()
	if err != nil {
		return err
	}
	var errs []error
	for _, table := range rules.Tables {
		errs = append(errs, taken.Each(table, func(records.Item) error { return nil }))
	}
	errs = append(errs, taken.Close())
	for _, campo := range documento.CamposOrden {
		_, err := s.Listar(t.Context(), documento.Consulta{CarpetaID: "carpeta", Campo: campo, Limite: 101})
		errs = append(errs, err)
	}
	errs = append(errs, s.EveryKey(), s.Write(note("x")))
	select {
	case damage := <-s.Damaged():
		for what, err := range map[string]error{"a read": s.Ready(t.Context()), "a write": s.Write(note("y"))} {
			if !errors.As(err, new(*boltstore.Damaged)) || !errors.Is(err, fault.Unavailable) {
				t.Errorf("%s after %v: %v", what, damage, err)
			}
		}
		return damage
	default:
		return errors.Join(errs...)
	}
}

func note(name string) func(tx *bolt.Tx) error {
	return func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte(name), nil) }
}

// TestAMistakeIsNoDamage: a panic of this program's own code goes on as one, and the store works afterwards.
func TestAMistakeIsNoDamage(t *testing.T) {
	s := openStore(t, t.TempDir())
	for name, mistake := range map[string]func(tx *bolt.Tx){
		"a nil pointer":         func(*bolt.Tx) { var c *carpeta.Carpeta; c.CarpetaID = "x" },
		"a bucket that is none": func(tx *bolt.Tx) { tx.Bucket([]byte("none")).Get([]byte("x")) },
		"an index":              func(*bolt.Tx) { _ = strings.Fields("one")[1] },
		"a panic":               func(*bolt.Tx) { panic("broken") },
		"an ended transaction": func(tx *bolt.Tx) {
			c := tx.Bucket([]byte("meta")).Cursor()
			_ = tx.DB().View(func(other *bolt.Tx) error { c = other.Bucket([]byte("meta")).Cursor(); return nil })
			c.First()
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: the panic was swallowed", name)
				}
			}()
			_ = s.Write(func(tx *bolt.Tx) error { mistake(tx); return nil })
		}()
		if err := s.Write(note(name)); err != nil {
			t.Errorf("after %s: %v", name, err)
		}
	}
}
