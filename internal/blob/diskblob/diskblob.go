package diskblob

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	dirCurrent = "vigentes"
	dirPartial = "parciales"
	slack      = time.Second // file times are coarser than the clock
	keyLength  = 32
	dirMode    = 0o700
	fileMode   = 0o600
)

// Config says where the files are and how URLs are signed.
type Config struct {
	Dir     string           // made if it is not there; one process at a time
	Key     []byte           // 32 bytes, HMAC-SHA256
	BaseURL func() string    // the server's own address, known once it listens: http://127.0.0.1:8080
	Clock   func() time.Time // nil: time.Now
	Log     *slog.Logger     // nil: slog.Default(); failures of the HTTP handler
}

// Objetos is the store of files. It is safe for concurrent use.
type Objetos struct {
	folder
	cfg   Config
	after time.Time // when the folder was opened

	uploads uploads
	held    hold
}

var (
	_ documento.Objetos    = (*Objetos)(nil)
	_ documento.Inventario = (*Objetos)(nil)
)

// New opens the folder.
func New(cfg Config) (*Objetos, error) {
	if len(cfg.Key) != keyLength {
		return nil, fmt.Errorf("object key: want %d bytes, got %d", keyLength, len(cfg.Key))
	}
	if cfg.BaseURL == nil {
		return nil, errors.New("object store: BaseURL is required")
	}
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if err := os.MkdirAll(cfg.Dir, dirMode); err != nil {
		return nil, fmt.Errorf("object folder: %w", err)
	}
	root, err := os.OpenRoot(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("object folder: %w", err)
	}
	return &Objetos{folder: folder{root: root}, cfg: cfg, after: cfg.Clock()}, nil
}

// Bootstrap makes the folders, and removes the rests of an upload from the time when the
// process was killed: everything older than this process.
func (o *Objetos) Bootstrap(ctx context.Context) error {
	for _, dir := range []string{dirCurrent, dirPartial} {
		if err := o.ensureDir(dir); err != nil {
			return classify(err)
		}
	}
	return classify(o.clean(ctx))
}

func (o *Objetos) clean(ctx context.Context) error {
	if err := o.cleanHeld(); err != nil {
		return err
	}
	leftovers, err := o.list(dirPartial)
	if err != nil {
		return err
	}
	for _, leftover := range leftovers {
		info, err := leftover.Info()
		if err != nil || info.ModTime().After(o.after.Add(-slack)) {
			continue // under way, or just finished
		}
		if err := errors.Join(ctx.Err(), o.root.Remove(path.Join(dirPartial, leftover.Name()))); err != nil {
			return err
		}
	}
	return nil
}

func (o *Objetos) list(dir string) ([]os.DirEntry, error) {
	d, err := o.root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.ReadDir(-1)
}

// Ready looks for the folders.
func (o *Objetos) Ready(ctx context.Context) error {
	for _, dir := range []string{dirCurrent, dirPartial} {
		if _, err := o.root.Stat(dir); err != nil {
			return fault.Wrap(fault.Unavailable, fmt.Errorf("object folder is incomplete, run `carpeta bootstrap`: %w", err))
		}
	}
	return classify(ctx.Err())
}
