package diskblob

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The parts of an upload lie in a folder of its own, each under its number and hash, and beside them, while
// it is made, the whole. A part needs that folder, which only AbrirPartes makes: once the upload has
// ended, its links store nothing.
const (
	dirParts  = "partes"
	wholeName = "entero"
	readSize  = 1 << 20
)

func partsDir(name string) string {
	return path.Join(dirParts, strings.ReplaceAll(path.Dir(name), "/", "_"))
}

func partName(p documento.Parte) string { return fmt.Sprintf("%05d-%s", p.Numero, p.Hash) }

// readPart is what a file in the folder of parts says of itself.
func readPart(e os.DirEntry) (p documento.Parte, ok bool) {
	number, checksum, found := strings.Cut(e.Name(), "-")
	n, err := strconv.Atoi(number)
	if !found || err != nil {
		return p, false
	}
	info, err := e.Info()
	if err != nil {
		return p, false // replaced just now
	}
	return documento.Parte{Numero: n, TamanoBytes: info.Size(), Hash: checksum}, true
}

// AbrirPartes implements documento.ObjetosPorPartes.
func (o *Objetos) AbrirPartes(_ context.Context, obj documento.Objeto) (string, error) {
	if err := obj.Validar(); err != nil {
		return "", err
	}
	return partsDir(obj.Nombre), classify(cmp.Or(o.ensureDir(dirParts), o.ensureDir(partsDir(obj.Nombre))))
}

// FirmarParte implements documento.ObjetosPorPartes.
func (o *Objetos) FirmarParte(_ context.Context, obj documento.Objeto, _ string, p documento.Parte, expiresIn time.Duration) (documento.Carga, error) {
	signed := documento.Objeto{Nombre: obj.Nombre, Hash: p.Hash, TamanoBytes: p.TamanoBytes, TipoContenido: obj.TipoContenido}
	if err := signed.Validar(); err != nil {
		return documento.Carga{}, err
	}
	expires := o.cfg.Clock().Add(expiresIn)
	link, err := o.sign(permit{Metodo: http.MethodPut, Objeto: signed, Parte: p.Numero, Expira: expires}, expiresIn)
	if err != nil {
		return documento.Carga{}, err
	}
	return documento.Carga{Metodo: http.MethodPut, URL: link, Encabezados: headersOfPart(signed), ExpiraEn: expires}, nil
}

// GuardarParte implements documento.ObjetosPorPartes.
func (o *Objetos) GuardarParte(ctx context.Context, obj documento.Objeto, _ string, p documento.Parte, content io.Reader) error {
	stored := documento.Objeto{Nombre: obj.Nombre, Hash: p.Hash, TamanoBytes: p.TamanoBytes, TipoContenido: obj.TipoContenido}
	if err := stored.Validar(); err != nil {
		return err
	}
	return o.absent(ctx, o.savePart(ctx, permit{Objeto: stored, Parte: p.Numero}, content, func() error { return nil }))
}

func headersOfPart(obj documento.Objeto) []documento.Encabezado { return headersOf(obj)[2:] }

// savePart writes a part aside, checks it, and gives it its place among the others.
func (o *Objetos) savePart(ctx context.Context, p permit, content io.Reader, wanted func() error) error {
	f, partial, err := o.newPartial()
	if err != nil {
		return err
	}
	defer func() { _ = o.root.Remove(partial) }()
	err = writeExact(f, p.Objeto, &gentle{ctx: ctx, source: content})
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := cmp.Or(ctx.Err(), wanted()); err != nil {
		return err
	}
	mine := documento.Parte{Numero: p.Parte, Hash: p.Objeto.Hash}
	dir := partsDir(p.Objeto.Nombre)
	err = o.root.Rename(partial, path.Join(dir, partName(mine)))
	if errors.Is(err, fs.ErrNotExist) {
		return fault.New(fault.Forbidden, "La carga ya terminó.").Because(err)
	}
	if err != nil {
		return err
	}
	return errors.Join(o.dropOthers(dir, mine), o.syncDir(dir))
}

// dropOthers: the last upload of a number wins.
func (o *Objetos) dropOthers(dir string, mine documento.Parte) error {
	entries, err := o.list(dir)
	for _, e := range entries {
		if p, ok := readPart(e); ok && p.Numero == mine.Numero && p.Hash != mine.Hash {
			if gone := o.root.Remove(path.Join(dir, e.Name())); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
				return gone
			}
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// PartesRecibidas implements documento.ObjetosPorPartes.
func (o *Objetos) PartesRecibidas(ctx context.Context, obj documento.Objeto, _ string) ([]documento.Parte, error) {
	entries, err := o.list(partsDir(obj.Nombre))
	if err = o.absent(ctx, err); err != nil {
		return nil, err
	}
	var parts []documento.Parte
	for _, e := range entries {
		if p, ok := readPart(e); ok {
			parts = append(parts, p)
		}
	}
	slices.SortFunc(parts, func(a, b documento.Parte) int { return cmp.Compare(a.Numero, b.Numero) })
	return parts, nil
}

// UnirPartes implements documento.ObjetosPorPartes: the whole is written and read in one pass.
func (o *Objetos) UnirPartes(ctx context.Context, obj documento.Objeto, p documento.Partes, until time.Time) (documento.Partes, error) {
	if stored, err := o.Describir(ctx, obj.Nombre); err == nil && stored.Hash == obj.Hash { // killed before it was visible
		p.Verificados = obj.TamanoBytes
		return p, nil
	}
	parts, err := o.PartesRecibidas(ctx, obj, p.ID)
	switch {
	case errors.Is(err, fault.NotFound):
		return documento.Partes{Tamano: p.Tamano}, fault.Plain(fault.FileMissing)
	case err != nil:
		return p, err
	case int64(len(parts)) != p.Total(obj.TamanoBytes):
		return p, fault.Plain(fault.FileMissing)
	}
	w := &whole{o: o, ctx: ctx, dir: partsDir(obj.Nombre), obj: obj, parts: parts, size: p.Tamano, until: until}
	p, err = w.goOn(p)
	return p, classify(err)
}

// whole is a file that is made of its parts.
type whole struct {
	o     *Objetos
	ctx   context.Context
	dir   string
	obj   documento.Objeto
	parts []documento.Parte
	size  int64
	until time.Time
}

func (w *whole) goOn(p documento.Partes) (documento.Partes, error) {
	f, err := w.o.root.OpenFile(path.Join(w.dir, wholeName), os.O_CREATE|os.O_RDWR, fileMode)
	if err != nil {
		return p, err
	}
	defer func() { _ = f.Close() }()
	checksum, err := documento.SumaDesde(p.Estado)
	if info, errStat := f.Stat(); err != nil || errStat != nil || info.Size() < p.Verificados || p.Verificados == 0 {
		p.Verificados, checksum = 0, sha256.New()
	}
	if err := f.Truncate(p.Verificados); err != nil {
		return p, err
	}
	if _, err := f.Seek(p.Verificados, io.SeekStart); err != nil {
		return p, err
	}
	n, err := w.join(f, checksum, p.Verificados)
	if err != nil {
		return p, err
	}
	p.Verificados += n
	if p.Verificados < w.obj.TamanoBytes {
		p.Estado, err = documento.EstadoDeSuma(checksum)
		return p, errors.Join(err, f.Sync())
	}
	if hex.EncodeToString(checksum.Sum(nil)) != w.obj.Hash {
		if err := w.o.BorrarPartes(w.ctx, w.obj.Nombre); err != nil {
			return p, err
		}
		return documento.Partes{Tamano: p.Tamano}, fault.Plain(fault.FileDiffers)
	}
	return p, w.publish(f)
}

// join appends parts from a place on, until a moment.
func (w *whole) join(to io.Writer, checksum hash.Hash, from int64) (n int64, err error) {
	piece := make([]byte, readSize)
	for i := from / w.size; i < int64(len(w.parts)); i++ {
		k, err := w.append(to, checksum, w.parts[i], (from+n)%w.size, piece)
		if n += k; err != nil || !w.o.cfg.Clock().Before(w.until) {
			return n, err
		}
	}
	return n, nil
}

func (w *whole) append(to io.Writer, checksum hash.Hash, p documento.Parte, skip int64, piece []byte) (int64, error) {
	f, err := w.o.root.Open(path.Join(w.dir, partName(p)))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, fault.Plain(fault.FileMissing) // replaced just now
	}
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }()
	if _, err := f.Seek(skip, io.SeekStart); err != nil {
		return 0, err
	}
	return io.CopyBuffer(struct{ io.Writer }{io.MultiWriter(to, checksum)}, &gentle{ctx: w.ctx, source: f}, piece)
}

// publish gives the whole its name, and removes the parts.
func (w *whole) publish(f *os.File) error {
	if err := errors.Join(writeLabel(f, w.obj), f.Sync()); err != nil {
		return err
	}
	if err := w.o.publish(path.Join(w.dir, wholeName), w.obj.Nombre); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return w.o.BorrarPartes(w.ctx, w.obj.Nombre)
}

// BorrarPartes implements documento.ObjetosPorPartes.
func (o *Objetos) BorrarPartes(ctx context.Context, name string) error {
	if err := cmp.Or(documento.ValidarNombreObjeto(name), classify(ctx.Err())); err != nil {
		return err
	}
	return classify(o.root.RemoveAll(partsDir(name)))
}

// BorrarPartesViejas implements documento.ObjetosPorPartes.
func (o *Objetos) BorrarPartesViejas(ctx context.Context, before time.Time) (n int, err error) {
	entries, err := o.list(dirParts)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	for _, e := range entries {
		info, errInfo := e.Info()
		if errInfo != nil || !info.ModTime().Before(before) {
			continue
		}
		if err := cmp.Or(ctx.Err(), o.root.RemoveAll(path.Join(dirParts, e.Name()))); err != nil {
			return n, classify(err)
		}
		n++
	}
	return n, classify(err)
}
