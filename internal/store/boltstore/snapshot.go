package boltstore

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Snapshot is the store as it was at one moment. Close it soon: the file does not use pages again that were
// freed since then, and grows instead.
type Snapshot struct {
	tx    *bolt.Tx
	db    *file
	close func() error // of what was opened for it
}

// Snapshot takes the present moment. Calls go on beside it.
func (s *Store) Snapshot() (*Snapshot, error) {
	tx, err := s.db.Begin()
	if err != nil {
		return nil, classify(err)
	}
	return &Snapshot{tx, s.db, func() error { return nil }}, nil
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
	s := &Snapshot{tx, db, db.Close}
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

// waitsInBin reports whether the file of a document in the bin is there for certain: it can still be taken back.
func (s *Snapshot) waitsInBin(d documento.Documento) (bool, error) {
	v := s.tx.Bucket(bucketSagas).Get([]byte(d.EliminacionID))
	if !d.EnPapelera() || v == nil {
		return false, nil
	}
	e, err := decodeJSON[eliminacion.Eliminacion](v)
	return e.Paso == eliminacion.Espera && !e.Estado.Terminal(), err
}

// Documentos tells every document. complete: its file was confirmed, and no deletion is at work on it.
func (s *Snapshot) Documentos(f func(k documento.Clave, complete bool) error) error {
	return s.db.guard(func() error { return s.documentos(f) })
}

func (s *Snapshot) documentos(f func(k documento.Clave, complete bool) error) error {
	return s.tx.Bucket(bucketDocumentos).ForEach(func(k, v []byte) error {
		carpetaID := firstPart(k)
		d, err := decodeDocumento(documento.Clave{CarpetaID: carpetaID, DocumentoID: string(k[len(carpetaID)+1:])}, v)
		if err != nil {
			return err
		}
		waits, err := s.waitsInBin(d)
		if err != nil {
			return err
		}
		return f(d.Clave(), d.Estado == documento.Procesado || waits)
	})
}
