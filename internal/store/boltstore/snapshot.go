package boltstore

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/boltdb"
)

// Snapshot is the store as it was at one moment. Close it soon: the file does not use pages again that were
// freed since then, and grows instead.
type Snapshot struct {
	tx     *bolt.Tx
	moment *boltdb.Moment
	db     *file
	close  func() error // of what was opened for it
}

// Snapshot takes the present moment. Calls go on beside it.
func (s *Store) Snapshot() (*Snapshot, error) {
	tx, err := s.db.Begin()
	if err != nil {
		return nil, unavailable(err)
	}
	return &Snapshot{tx, boltdb.At(tx), s.db, func() error { return nil }}, nil
}

// OpenSnapshot reads the file of a data folder that no process serves, and changes nothing. ErrInUse if there is such
// a process; a file of another schema is refused.
func OpenSnapshot(dir string) (*Snapshot, error) { return openSnapshot(dir, true) }

// OpenStopped is OpenSnapshot with the lock of the file: nobody else opens it meanwhile.
func OpenStopped(dir string) (*Snapshot, error) { return openSnapshot(dir, false) }

func openSnapshot(dir string, shared bool) (*Snapshot, error) {
	path := filepath.Join(dir, FileName)
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("there is no database in %s: %w; name the server's data folder with CARPETA_DATA_DIR", dir, err)
	}
	db, err := openFile(path, &bolt.Options{Timeout: lockWait, FreelistType: bolt.FreelistMapType, ReadOnly: shared})
	if errors.Is(err, berrors.ErrTimeout) {
		return nil, fmt.Errorf("%w (%s)", ErrInUse, dir)
	}
	if err != nil {
		return nil, advise(path, err)
	}
	tx, err := db.Begin()
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s := &Snapshot{tx, boltdb.At(tx), db, db.Close}
	if err := db.guard(func() error { return checkSchema(tx) }); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), s.Close())
	}
	return s, nil
}

// Close ends it.
func (s *Snapshot) Close() error { return errors.Join(s.tx.Rollback(), s.close()) }

// Size is how many bytes WriteTo writes.
func (s *Snapshot) Size() int64 { return s.tx.Size() }

// WriteTo writes a whole file, which Open takes.
func (s *Snapshot) WriteTo(w io.Writer) (int64, error) { return s.tx.WriteTo(w) }

// Version grows with every write into the file.
func (s *Snapshot) Version() int { return s.tx.ID() }

// Each reads every item of a table, in the order of their keys.
func (s *Snapshot) Each(t *records.Table, f func(i records.Item) error) error {
	return s.db.guard(func() error {
		return s.moment.Each(t, func(src records.Source) error {
			i, err := records.ItemOf(src)
			if err != nil {
				return fmt.Errorf("%s, %q: %w", t.Name, t.KeyOf(i), err)
			}
			return f(i)
		})
	})
}
