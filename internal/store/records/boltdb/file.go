package boltdb

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// lockWait is how long the start waits for a process that is just ending.
const lockWait = 300 * time.Millisecond

// ErrInUse says that another process has the file.
var ErrInUse = errors.New("the data folder is in use by another process")

// mapped is the address space for the file. bbolt maps a file anew when it outgrows that, which waits for
// the readers of before, and everybody waits behind it: a backup reads for minutes. No memory is taken by
// it. (On Windows the file itself would become so large, and 32 bits have no room.)
var mapped = func() int {
	if runtime.GOOS == "windows" || strconv.IntSize < 64 {
		return 0
	}
	return 1 << (strconv.IntSize - 28) // 64 GiB
}()

// openMapped opens the file with that much address space; or with as much as it needs now, where the process may
// not take so much (ulimit -v, an emulator of another processor).
func openMapped(path string, space int) (*file, error) {
	o := &bolt.Options{Timeout: lockWait, FreelistType: bolt.FreelistMapType, InitialMmapSize: space}
	f, err := openFile(path, o)
	if errors.Is(err, syscall.ENOMEM) {
		o.InitialMmapSize = 0
		f, err = openFile(path, o)
	}
	return f, advise(path, err)
}

// advise adds what to do about a file that cannot be opened.
func advise(path string, err error) error {
	switch {
	case err == nil || errors.As(err, new(*Damaged)):
		return err
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%w (%s)", ErrInUse, path)
	case errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS):
		err = fmt.Errorf("%w: this user must be able to write there; or name another folder with CARPETA_DATA_DIR", err)
	}
	return fmt.Errorf("opening %s: %w", path, err)
}

// The number of the format is where builds before 0.3.0 had theirs, so that each refuses the files of the other.
var (
	bucketMeta = []byte("meta")
	formatKey  = []byte("esquema")
)

// FormatError says that a file has another format than this program knows.
type FormatError struct {
	Format, Known int
}

// Error implements error.
func (e *FormatError) Error() string {
	return fmt.Sprintf("the file has format %d, this program knows %d", e.Format, e.Known)
}

// formatOf is the format of a file; 0 if it has none.
func formatOf(tx *bolt.Tx) (int, error) {
	b := tx.Bucket(bucketMeta)
	if b == nil || b.Get(formatKey) == nil {
		return 0, nil
	}
	n, err := strconv.Atoi(string(b.Get(formatKey)))
	if err != nil {
		err = fmt.Errorf("the database has no format that can be read: %w", err)
	}
	return n, err
}

func checkFormat(tx *bolt.Tx, known int) error {
	n, err := formatOf(tx)
	if err == nil && n != 0 && n != known {
		err = &FormatError{n, known}
	}
	return err
}

func writeFormat(tx *bolt.Tx, format int) error {
	b, err := tx.CreateBucketIfNotExists(bucketMeta)
	if err == nil {
		err = b.Put(formatKey, strconv.AppendInt(nil, int64(format), 10))
	}
	return err
}

// Snapshot is the file as it was at one moment. Close it soon: the file does not use pages again that were freed since
// then, and grows instead.
type Snapshot struct {
	tx    *bolt.Tx
	db    *DB
	close func() error // of what was opened for it
}

// Snapshot takes the present moment. Calls go on beside it.
func (d *DB) Snapshot() (*Snapshot, error) {
	tx, err := d.file.begin()
	if err != nil {
		return nil, classify(err)
	}
	return &Snapshot{tx, d, func() error { return nil }}, nil
}

// OpenSnapshot reads a file that no process serves, and changes nothing. Not shared: nobody else opens it meanwhile.
// ErrInUse: another process serves it.
func OpenSnapshot(path string, tables []*records.Table, shared bool) (*Snapshot, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("there is no database: %w; name the server's data folder with CARPETA_DATA_DIR", err)
	}
	f, err := openFile(path, &bolt.Options{Timeout: lockWait, FreelistType: bolt.FreelistMapType, ReadOnly: shared})
	if err != nil {
		return nil, advise(path, err)
	}
	d := &DB{file: f, layouts: map[*records.Table]*layout{}}
	d.names.Store(&names{byNumber: []string{""}})
	for _, t := range tables {
		d.layouts[t] = layoutOf(t)
	}
	tx, err := f.begin()
	if err == nil && tx.Bucket(bucketNames) != nil {
		err = f.guard(func() error { return d.readNames(tx) })
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Snapshot{tx, d, f.Close}, nil
}

// Close ends it.
func (s *Snapshot) Close() error { return errors.Join(s.tx.Rollback(), s.close()) }

// Size is how many bytes WriteTo writes.
func (s *Snapshot) Size() int64 { return s.tx.Size() }

// WriteTo writes a whole file, which Open takes.
func (s *Snapshot) WriteTo(w io.Writer) (int64, error) { return s.tx.WriteTo(w) }

// Format is the format of the file; 0: nobody wrote to it.
func (s *Snapshot) Format() (n int, err error) {
	err = s.db.file.guard(func() error {
		n, err = formatOf(s.tx)
		return err
	})
	return n, err
}

// Count is how many items a table has.
func (s *Snapshot) Count(t *records.Table) (n int, err error) {
	err = s.in(t, func(b *bolt.Bucket) error {
		n = b.Stats().KeyN
		return nil
	})
	return n, err
}

// Each hands every item of a table to decode.
func (s *Snapshot) Each(t *records.Table, decode func(records.Source) error) error {
	return s.in(t, func(b *bolt.Bucket) error {
		src := source{dictionary: s.db.dictionaryOf(s.tx), ofKey: s.db.layouts[t].numbers}
		return b.ForEach(func(k, v []byte) error {
			if err := src.begin(k, v); err != nil {
				return err
			}
			return decode(&src)
		})
	})
}

// Read reads one item: see records.DB.
func (s *Snapshot) Read(t *records.Table, k records.Key, decode func(records.Source) error) (found bool, err error) {
	err = s.in(t, func(*bolt.Bucket) error {
		src := source{dictionary: s.db.dictionaryOf(s.tx)}
		found, err = src.read(s.tx, s.db.layouts[t], k, decode)
		return err
	})
	return found, err
}

// in runs f with the bucket of a table, if the file has it.
func (s *Snapshot) in(t *records.Table, f func(b *bolt.Bucket) error) error {
	return s.db.file.guard(func() error {
		if b := s.tx.Bucket(s.db.layouts[t].bucket); b != nil {
			return f(b)
		}
		return nil
	})
}
