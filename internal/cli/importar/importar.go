package importar

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"mime"
	"os"
	"path/filepath"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Target is where the files go: the stores themselves, or a server's API.
type Target interface {
	// Hashes are the SHA-256 of the carpeta's files.
	Hashes(ctx context.Context) (map[string]bool, error)
	// Upload uploads one file.
	Upload(ctx context.Context, n documento.Nuevo, content Content) error
}

// Content is a file, from its beginning or at any place.
type Content = documento.Archivo

// Summary counts the files by their outcome.
type Summary struct{ Uploaded, Repeated, Fallidos int }

// Run is Carpeta with its result in the log, if there is any.
func Run(ctx context.Context, d Target, dir string, p Progreso, log *slog.Logger) error {
	r, err := Carpeta(ctx, d, dir, p)
	if err == nil || r != (Summary{}) {
		log.Info("import ended", "subidos", r.Uploaded, "repetidos", r.Repeated, "fallidos", r.Fallidos)
	}
	return err
}

// Progreso is the display of a run's progress. An output that is no terminal gets a line for
// each file that failed, and no bar.
type Progreso struct {
	io.Writer
	Terminal bool
}

// Carpeta uploads every regular file under a folder, also in its subfolders.
// Hidden files are left out. A file that fails is reported and does not stop the
// others; the error then tells how many failed.
func Carpeta(ctx context.Context, d Target, dir string, p Progreso) (Summary, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Summary{}, err
	}
	defer func() { _ = root.Close() }()
	files, total, err := list(root.FS())
	if err != nil {
		return Summary{}, err
	}
	exported, err := d.Hashes(ctx)
	if err != nil {
		return Summary{}, err
	}
	i := importacion{d: d, root: root, known: exported, bar: bar{Progreso: p, total: total}}
	for _, a := range files {
		if ctx.Err() != nil {
			return i.r, ctx.Err()
		}
		i.file(ctx, a)
	}
	i.bar.end()
	if i.r.Fallidos > 0 {
		return i.r, fmt.Errorf("%d of %d files failed; run the same command again to try only those", i.r.Fallidos, len(files))
	}
	return i.r, nil
}

// file is a file to be uploaded.
type file struct {
	path string // slash-separated, below the folder
	size int64
}

func list(fsys fs.FS) (files []file, total int64, err error) {
	err = fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && path != "."
		if d.IsDir() && hidden {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() || hidden {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		files, total = append(files, file{path, info.Size()}), total+info.Size()
		return nil
	})
	return files, total, err
}

// importacion is one run.
type importacion struct {
	d     Target
	root  *os.Root
	known map[string]bool
	bar   bar
	r     Summary
}

func (i *importacion) file(ctx context.Context, a file) {
	repeated, err := i.one(ctx, a)
	switch {
	case err != nil:
		i.r.Fallidos++
		i.bar.line(fmt.Sprintf("%s: %v", a.path, err))
	case repeated:
		i.r.Repeated++
	default:
		i.r.Uploaded++
	}
	i.bar.advance(a.size)
}

// one reads the file twice: once for its hash, once to send it.
func (i *importacion) one(ctx context.Context, a file) (repeated bool, err error) {
	f, err := i.root.Open(filepath.FromSlash(a.path))
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	size, err := io.Copy(h, f)
	if err != nil {
		return false, err
	}
	n := fresh(a.path, size, hex.EncodeToString(h.Sum(nil)))
	if i.known[n.Hash] {
		return true, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	if err := i.d.Upload(ctx, n, f); err != nil {
		return false, err
	}
	i.known[n.Hash] = true
	return false, nil
}

// fresh describes a file by its name: the title is the name without its ending,
// the context the folder it was in.
func fresh(path string, size int64, hash string) documento.Nuevo {
	dir, name := filepath.ToSlash(filepath.Dir(path)), filepath.Base(path)
	if dir == "." {
		dir = ""
	}
	tipo := mime.TypeByExtension(filepath.Ext(name))
	if tipo == "" {
		tipo = "application/octet-stream"
	}
	return documento.Nuevo{
		Titulo: trim(strings.TrimSuffix(name, filepath.Ext(name)), 200), Tipo: documento.Otro, Contexto: trim(dir, 200),
		NombreArchivo: name, TipoContenido: tipo, TamanoBytes: size, Hash: hash,
	}
}

func trim(s string, max int) string {
	if r := []rune(s); len(r) > max {
		return string(r[:max])
	}
	return s
}
