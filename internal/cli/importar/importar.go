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

// Destino is where the files go: the stores themselves, or a server's API.
type Destino interface {
	// Hashes are the SHA-256 of what the carpeta holds.
	Hashes(ctx context.Context) (map[string]bool, error)
	// Subir uploads one file.
	Subir(ctx context.Context, n documento.Nuevo, contenido io.Reader) error
}

// Resumen counts what became of the files.
type Resumen struct{ Subidos, Repetidos, Fallidos int }

// Ejecutar is Carpeta with its result in the log, if there is any.
func Ejecutar(ctx context.Context, d Destino, dir string, p Progreso, log *slog.Logger) error {
	r, err := Carpeta(ctx, d, dir, p)
	if err == nil || r != (Resumen{}) {
		log.Info("import ended", "subidos", r.Subidos, "repetidos", r.Repetidos, "fallidos", r.Fallidos)
	}
	return err
}

// Progreso is where a run shows how far it is. What is no terminal gets a line for
// each file that failed, and no bar.
type Progreso struct {
	io.Writer
	Terminal bool
}

// Carpeta uploads every regular file under a folder, also in its subfolders.
// Hidden files are left out. A file that fails is reported and does not stop the
// others; the error then tells how many failed.
func Carpeta(ctx context.Context, d Destino, dir string, p Progreso) (Resumen, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Resumen{}, err
	}
	defer func() { _ = root.Close() }()
	archivos, total, err := listar(root.FS())
	if err != nil {
		return Resumen{}, err
	}
	hay, err := d.Hashes(ctx)
	if err != nil {
		return Resumen{}, err
	}
	i := importacion{d: d, root: root, hay: hay, barra: barra{Progreso: p, total: total}}
	for _, a := range archivos {
		if ctx.Err() != nil {
			return i.r, ctx.Err()
		}
		i.archivo(ctx, a)
	}
	i.barra.fin()
	if i.r.Fallidos > 0 {
		return i.r, fmt.Errorf("%d of %d files failed; run the same command again to try only those", i.r.Fallidos, len(archivos))
	}
	return i.r, nil
}

// archivo is a file to be uploaded.
type archivo struct {
	ruta   string // slash-separated, below the folder
	tamano int64
}

func listar(fsys fs.FS) (archivos []archivo, total int64, err error) {
	err = fs.WalkDir(fsys, ".", func(ruta string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		oculto := strings.HasPrefix(d.Name(), ".") && ruta != "."
		if d.IsDir() && oculto {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() || oculto {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		archivos, total = append(archivos, archivo{ruta, info.Size()}), total+info.Size()
		return nil
	})
	return archivos, total, err
}

// importacion is one run.
type importacion struct {
	d     Destino
	root  *os.Root
	hay   map[string]bool
	barra barra
	r     Resumen
}

func (i *importacion) archivo(ctx context.Context, a archivo) {
	repetido, err := i.uno(ctx, a)
	switch {
	case err != nil:
		i.r.Fallidos++
		i.barra.linea(fmt.Sprintf("%s: %v", a.ruta, err))
	case repetido:
		i.r.Repetidos++
	default:
		i.r.Subidos++
	}
	i.barra.avanzar(a.tamano)
}

// uno reads the file twice: once for its hash, once to send it.
func (i *importacion) uno(ctx context.Context, a archivo) (repetido bool, err error) {
	f, err := i.root.Open(filepath.FromSlash(a.ruta))
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	tamano, err := io.Copy(h, f)
	if err != nil {
		return false, err
	}
	n := nuevo(a.ruta, tamano, hex.EncodeToString(h.Sum(nil)))
	if i.hay[n.Hash] {
		return true, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	if err := i.d.Subir(ctx, n, f); err != nil {
		return false, err
	}
	i.hay[n.Hash] = true
	return false, nil
}

// nuevo describes a file by its name: the title is the name without its ending,
// the context the folder it was in.
func nuevo(ruta string, tamano int64, hash string) documento.Nuevo {
	dir, nombre := filepath.ToSlash(filepath.Dir(ruta)), filepath.Base(ruta)
	if dir == "." {
		dir = ""
	}
	tipo := mime.TypeByExtension(filepath.Ext(nombre))
	if tipo == "" {
		tipo = "application/octet-stream"
	}
	return documento.Nuevo{
		Titulo: recortar(strings.TrimSuffix(nombre, filepath.Ext(nombre)), 200), Tipo: documento.Otro, Contexto: recortar(dir, 200),
		NombreArchivo: nombre, TipoContenido: tipo, TamanoBytes: tamano, Hash: hash,
	}
}

func recortar(s string, max int) string {
	if r := []rune(s); len(r) > max {
		return string(r[:max])
	}
	return s
}
