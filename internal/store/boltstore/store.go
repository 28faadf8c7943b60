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

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
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
	// Observe, if set, is called once per port call with its name; Listar counts
	// once more for every further 1 MB that it reads. bbolt meters nothing: capacity is 0.
	Observe func(op string, capacity float64)
	// Retenciones are how long events of the trail are kept.
	Retenciones auditoria.Retenciones
	// Written, if set, is told of each event of the trail once it is there.
	Written func(events int)
	// Committed, if set, is told of the end of each transaction that had something to write.
	Committed func(err error)
}

// Store implements every store port. Safe for concurrent use.
type Store struct {
	db       *file
	combiner *combiner
	clock    func() time.Time
	observe  func(op string, capacity float64)
	written  func(events int)

	retention auditoria.Retenciones

	perRead  int // bytes of a page's walk that count as one call
	maxLooks int // events that a list looks at
}

var (
	_ carpeta.Store            = (*Store)(nil)
	_ carpeta.Censo            = (*Store)(nil)
	_ documento.Store          = (*Store)(nil)
	_ documento.Recorrible     = (*Store)(nil)
	_ documento.Sembrador      = (*Store)(nil)
	_ eliminacion.Store        = (*Store)(nil)
	_ eliminacion.Reparaciones = (*Store)(nil)
	_ marca.Store              = (*Store)(nil)
	_ entidad.Store            = (*Store)(nil)
	_ entrega.Store            = (*Store)(nil)
	_ auditoria.Store          = (*Store)(nil)
	_ sellado.Actas            = (*Store)(nil)
	_ sellado.Eventos          = (*Store)(nil)
)

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
	s := &Store{db: db, combiner: newCombiner(db, o.Committed), clock: o.Clock, observe: o.Observe, written: o.Written, retention: o.Retenciones, perRead: bytesPerRead, maxLooks: auditoria.MaxEventos}
	if s.clock == nil {
		s.clock = time.Now
	}
	if s.observe == nil {
		s.observe = func(string, float64) {}
	}
	if s.written == nil {
		s.written = func(int) {}
	}
	return s, nil
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
	return s.view(ctx, "Ready", func(*bolt.Tx) error { return nil })
}

// view runs a read on one consistent snapshot.
func (s *Store) view(ctx context.Context, op string, f func(tx *bolt.Tx) error) error {
	s.observe(op, 0)
	if err := ctx.Err(); err != nil {
		return classify(err)
	}
	return classify(s.db.View(f))
}

// tell is update for what has an event: both are written, or neither. A write that found
// nothing to change has none.
func (s *Store) tell(ctx context.Context, op string, h auditoria.Evento, f func(tx *bolt.Tx) error) error {
	return s.update(ctx, op, func(tx *bolt.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		return s.putEvento(tx, h)
	})
}

// tellIfAny is tell, or update if nothing happened that the trail tells of.
func (s *Store) tellIfAny(ctx context.Context, op string, h *auditoria.Evento, f func(tx *bolt.Tx) error) error {
	if h == nil {
		return s.update(ctx, op, f)
	}
	return s.tell(ctx, op, *h, f)
}

// update runs a write. f refuses (with a *fault.Error) before its first change,
// or not at all; it may run more than once, and alongside others in one transaction.
func (s *Store) update(ctx context.Context, op string, f func(tx *bolt.Tx) error) error {
	s.observe(op, 0)
	return classify(s.combiner.write(ctx, f))
}
