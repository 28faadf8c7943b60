package boltstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// Archivo is the name of the file in the data folder.
const Archivo = "carpeta.db"

// esperaCandado is how long Abrir waits for a process that is just ending.
const esperaCandado = 300 * time.Millisecond

// ErrEnUso says that another process has the data folder.
var ErrEnUso = errors.New("the data folder is in use by another process")

// Opciones are what a Store needs.
type Opciones struct {
	Dir   string           // data folder; created if missing
	Reloj func() time.Time // the clock that decides what has expired
	// Observar, if set, is called once per port call with its name; Listar counts
	// once more for every further 1 MB that it reads. bbolt meters nothing: capacidad is 0.
	Observar func(op string, capacidad float64)
}

// Store implements every store port. Safe for concurrent use.
type Store struct {
	db       *bolt.DB
	escribe  *combinador
	reloj    func() time.Time
	observar func(op string, capacidad float64)

	porLectura int // bytes of a page's walk that count as one call
}

var (
	_ documento.Sembrador    = (*Store)(nil)
	_ reconciliacion.Almacen = (*Store)(nil) // and with it every other port
)

// Abrir opens the file, creating what is missing.
func Abrir(o Opciones) (*Store, error) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("creating the data folder: %w: name one that this user may write to with CARPETA_DATA_DIR", err)
	}
	ruta := filepath.Join(o.Dir, Archivo)
	db, err := abrirArchivo(ruta)
	if errors.Is(err, berrors.ErrTimeout) {
		return nil, fmt.Errorf("%w: stop it, or choose another CARPETA_DATA_DIR (%s)", ErrEnUso, o.Dir)
	}
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", ruta, consejo(err))
	}
	if err := preparar(db); err != nil {
		return nil, errors.Join(fmt.Errorf("preparing %s: %w", ruta, err), db.Close())
	}
	s := &Store{db: db, escribe: nuevoCombinador(db), reloj: o.Reloj, observar: o.Observar, porLectura: bytesPorLectura}
	if s.reloj == nil {
		s.reloj = time.Now
	}
	if s.observar == nil {
		s.observar = func(string, float64) {}
	}
	return s, nil
}

// errDanado is what a file is that bbolt cannot read.
var errDanado = errors.New("the file is damaged")

// abrirArchivo: of a page that makes no sense bbolt says so with a panic.
func abrirArchivo(ruta string) (db *bolt.DB, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w (%v)", errDanado, r)
		}
	}()
	return bolt.Open(ruta, 0o600, &bolt.Options{Timeout: esperaCandado, FreelistType: bolt.FreelistMapType})
}

// consejo adds what to do about a file that cannot be opened.
func consejo(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("%w: this user must be able to write there; or name another folder with CARPETA_DATA_DIR", err)
	}
	for _, danado := range []error{errDanado, berrors.ErrInvalid, berrors.ErrChecksum, berrors.ErrVersionMismatch} {
		if errors.Is(err, danado) {
			return fmt.Errorf("%w: move the data folder away and put the last backup in its place", err)
		}
	}
	return err
}

// Close waits for the calls under way and releases the file. Calls that come
// later get UNAVAILABLE.
func (s *Store) Close() error { return s.db.Close() }

// Ready returns nil if the file can be read.
func (s *Store) Ready(ctx context.Context) error {
	return s.leer(ctx, "Ready", func(*bolt.Tx) error { return nil })
}

// leer runs a read on one consistent snapshot.
func (s *Store) leer(ctx context.Context, op string, f func(tx *bolt.Tx) error) error {
	s.observar(op, 0)
	if err := ctx.Err(); err != nil {
		return clasificar(err)
	}
	return clasificar(s.db.View(f))
}

// escribir runs a write. f refuses (with a *fault.Error) before its first change,
// or not at all; it may run more than once, and alongside others in one transaction.
func (s *Store) escribir(ctx context.Context, op string, f func(tx *bolt.Tx) error) error {
	s.observar(op, 0)
	return clasificar(s.escribe.escribir(ctx, f))
}
