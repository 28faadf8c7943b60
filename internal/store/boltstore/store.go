package boltstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/boltdb"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// FileName is the name of the file in the data folder.
const FileName = "carpeta.db"

// lockWait is how long Open waits for a process that is just ending.
const lockWait = 300 * time.Millisecond

// ErrInUse says that another process has the data folder.
var ErrInUse = errors.New("the data folder is in use by another process")

// Config holds the parts of a Store.
type Config struct {
	Dir   string           // data folder; created if missing
	Clock func() time.Time // the clock that decides about expiry
	// Observe, if set, is told of each call of the file with the name of the port's method. bbolt meters nothing: capacity is 0.
	Observe func(op string, capacity float64)
	// Retenciones are how long events of the trail are kept.
	Retenciones auditoria.Retenciones
	// Settling is that of rules.Config: Asentamiento, where events are written as they happen.
	Settling time.Duration
	// Written, if set, is called for the events of the trail once they are there.
	Written func(events int)
}

// Asentamiento is how far back ascending lists of the trail end: the write of an event begins well within that time. No list
// has to wait for longer: this process alone writes, so Asentado knows what is under way, however long the disk takes.
const Asentamiento = 2 * time.Second

// Store is the rules of the store on one file of bbolt, and what only a file needs. Safe for concurrent use.
type Store struct {
	*rules.Store
	db     *file
	engine *boltdb.DB
}

// Open opens the file, and creates missing buckets.
func Open(o Config) (*Store, error) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("creating the data folder: %w: name one that this user may write to with CARPETA_DATA_DIR", err)
	}
	path := filepath.Join(o.Dir, FileName)
	db, err := openMapped(path, mapped)
	if errors.Is(err, berrors.ErrTimeout) {
		return nil, fmt.Errorf("%w: stop it, or choose another CARPETA_DATA_DIR (%s)", ErrInUse, o.Dir)
	}
	if err != nil {
		return nil, advise(path, err)
	}
	if err := prepare(db); err != nil {
		return nil, errors.Join(fmt.Errorf("preparing %s: %w", path, err), db.Close())
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Observe == nil {
		o.Observe = func(string, float64) {}
	}
	engine, err := boltdb.Open(boltdb.Config{File: db, Tables: rules.Tables, Observe: o.Observe})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("preparing %s: %w", path, err), db.Close())
	}
	r := rules.New(rules.Config{DB: engine, Clock: o.Clock, Retenciones: o.Retenciones, Written: o.Written, Settling: o.Settling})
	return &Store{r, db, engine}, nil
}

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
	db, err := openFile(path, o)
	if errors.Is(err, syscall.ENOMEM) {
		o.InitialMmapSize = 0
		db, err = openFile(path, o)
	}
	return db, err
}

// advise adds what to do about a file that cannot be opened.
func advise(path string, err error) error {
	switch {
	case errors.As(err, new(*Damaged)):
		return err
	case errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS):
		err = fmt.Errorf("%w: this user must be able to write there; or name another folder with CARPETA_DATA_DIR", err)
	}
	return fmt.Errorf("opening %s: %w", path, err)
}

// Close waits for the calls under way and releases the file. Calls that come
// later get UNAVAILABLE.
func (s *Store) Close() error { return s.db.Close() }

// Damaged has the error once a transaction met damage of the file: calls get UNAVAILABLE, and the process must end.
func (s *Store) Damaged() <-chan error { return s.db.found }

// Bootstrap has nothing to do: to open the file makes everything.
func (*Store) Bootstrap(context.Context) error { return nil }

// Ready returns nil if the file can be read.
func (s *Store) Ready(ctx context.Context) error {
	_, err := s.engine.Read(records.WithOperation(ctx, "Ready"), rules.Carpetas, rules.Internal("ready"), records.Consistent, func(records.Source) error { return nil })
	return err
}
