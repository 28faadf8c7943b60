package diskblob

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	vigentes     = "vigentes"
	parciales    = "parciales"
	holgura      = time.Second // file times are coarser than the clock
	largoClave   = 32
	permisos     = 0o700
	permisosFile = 0o600
)

// Config says where the files are and how URLs are signed.
type Config struct {
	Dir      string           // made if it is not there; one process at a time
	Clave    []byte           // 32 bytes, HMAC-SHA256
	BaseURL  func() string    // the server's own address, known once it listens: http://127.0.0.1:8080
	Reloj    func() time.Time // nil: time.Now
	Registro *slog.Logger     // nil: slog.Default(); failures of the HTTP handler
}

// Objetos is the store of files. It is safe for concurrent use.
type Objetos struct {
	cfg   Config
	raiz  *os.Root
	turno atomic.Int64 // names the uploads under way
	desde time.Time    // when the folder was opened
}

var (
	_ documento.Objetos    = (*Objetos)(nil)
	_ documento.Inventario = (*Objetos)(nil)
)

// New opens the folder.
func New(cfg Config) (*Objetos, error) {
	if len(cfg.Clave) != largoClave {
		return nil, fmt.Errorf("object key: want %d bytes, got %d", largoClave, len(cfg.Clave))
	}
	if cfg.BaseURL == nil {
		return nil, errors.New("object store: BaseURL is required")
	}
	if cfg.Reloj == nil {
		cfg.Reloj = time.Now
	}
	if cfg.Registro == nil {
		cfg.Registro = slog.Default()
	}
	if err := os.MkdirAll(cfg.Dir, permisos); err != nil {
		return nil, fmt.Errorf("object folder: %w", err)
	}
	raiz, err := os.OpenRoot(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("object folder: %w", err)
	}
	return &Objetos{cfg: cfg, raiz: raiz, desde: cfg.Reloj()}, nil
}

// Close lets the folder go. Use after Close fails with UNAVAILABLE.
func (o *Objetos) Close() error { return o.raiz.Close() }

// Bootstrap makes the folders, and removes the rests of an upload from the time when the
// process was killed: everything older than this process.
func (o *Objetos) Bootstrap(ctx context.Context) error {
	for _, dir := range []string{vigentes, parciales} {
		if err := o.asegurar(dir); err != nil {
			return clasificar(err)
		}
	}
	return clasificar(o.limpiar(ctx))
}

func (o *Objetos) limpiar(ctx context.Context) error {
	restos, err := o.listar(parciales)
	if err != nil {
		return err
	}
	for _, resto := range restos {
		info, err := resto.Info()
		if err != nil || info.ModTime().After(o.desde.Add(-holgura)) {
			continue // under way, or just finished
		}
		if err := errors.Join(ctx.Err(), o.raiz.Remove(path.Join(parciales, resto.Name()))); err != nil {
			return err
		}
	}
	return nil
}

func (o *Objetos) listar(dir string) ([]os.DirEntry, error) {
	d, err := o.raiz.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.ReadDir(-1)
}

// Ready looks for the folders.
func (o *Objetos) Ready(ctx context.Context) error {
	for _, dir := range []string{vigentes, parciales} {
		if _, err := o.raiz.Stat(dir); err != nil {
			return fault.Wrap(fault.Unavailable, fmt.Errorf("object folder is incomplete, run `carpeta bootstrap`: %w", err))
		}
	}
	return clasificar(ctx.Err())
}
