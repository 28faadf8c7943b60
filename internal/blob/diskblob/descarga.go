package diskblob

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// URLDescarga signs a GET to Handler; whether the object exists shows when it is used.
func (o *Objetos) URLDescarga(ctx context.Context, name, fileName, contentType string, expiresIn time.Duration) (string, error) {
	return o.signGet(ctx, permit{Objeto: documento.Objeto{Nombre: name, TipoContenido: contentType}, NombreArchivo: fileName}, expiresIn)
}

// URLVista signs a GET whose answer a browser shows.
func (o *Objetos) URLVista(ctx context.Context, name, fileName, viewType string, expiresIn time.Duration) (string, error) {
	if !documento.EsTipoVista(viewType) {
		return "", documento.ErrTipoVista()
	}
	return o.signGet(ctx, permit{Objeto: documento.Objeto{Nombre: name, TipoContenido: viewType}, NombreArchivo: fileName, Vista: true}, expiresIn)
}

func (o *Objetos) signGet(ctx context.Context, p permit, expiresIn time.Duration) (string, error) {
	if err := cmp.Or(documento.ValidarNombreObjeto(p.Objeto.Nombre), documento.ValidarTipoContenido(p.Objeto.TipoContenido)); err != nil {
		return "", err
	}
	p.Metodo, p.Expira, p.Solicitud = http.MethodGet, o.cfg.Clock().Add(expiresIn), auditoria.Correlacion(ctx)
	return o.sign(p, expiresIn)
}

// Comienzo reads the first bytes of the file.
func (o *Objetos) Comienzo(ctx context.Context, name string, n int64) (c documento.Comienzo, err error) {
	a, err := o.openCurrent(ctx, name)
	if err != nil {
		return c, err
	}
	defer a.Close()
	c.Bytes, err = io.ReadAll(io.LimitReader(a, n))
	return c, classify(err)
}

// Describir reads the whole file: the hash is that of the bytes on the disk now.
func (o *Objetos) Describir(ctx context.Context, name string) (documento.Objeto, error) {
	a, err := o.openCurrent(ctx, name)
	if err != nil {
		return documento.Objeto{}, err
	}
	defer a.Close()
	checksum := sha256.New()
	n, err := io.Copy(checksum, &gentle{ctx: ctx, source: a})
	documento.BytesLeidos(ctx, n)
	if err != nil {
		return documento.Objeto{}, classify(err)
	}
	hash := hex.EncodeToString(checksum.Sum(nil))
	return documento.Objeto{Nombre: name, Hash: hash, TamanoBytes: a.TamanoBytes, TipoContenido: a.TipoContenido}, nil
}

// Recibida implements documento.Objetos: an upload has its name from its end on. It believes
// the label: the bytes were hashed as they came, and to read them again would cost more
// than a confirmation pays.
func (o *Objetos) Recibida(ctx context.Context, obj documento.Objeto) (func(context.Context) error, error) {
	a, err := o.openCurrent(ctx, obj.Nombre)
	if err != nil {
		return nil, err
	}
	err = classify(a.Close())
	if err == nil && (a.Hash != obj.Hash || a.TamanoBytes != obj.TamanoBytes) {
		err = fault.Plain(fault.FileDiffers)
	}
	return nil, err
}

// CerrarCarga implements documento.Objetos: a file that is there takes no upload, and Config.Expected
// refuses those of one that was erased.
func (o *Objetos) CerrarCarga(_ context.Context, name string) error {
	return documento.ValidarNombreObjeto(name)
}

// AnularCarga implements documento.Objetos: Config.Expected refuses what no document waits for.
func (o *Objetos) AnularCarga(_ context.Context, name string) error {
	return documento.ValidarNombreObjeto(name)
}

// BorrarResto implements documento.Objetos: nothing lies beside a file.
func (o *Objetos) BorrarResto(_ context.Context, name string) error {
	return documento.ValidarNombreObjeto(name)
}

// Restos implements documento.Objetos.
func (o *Objetos) Restos(context.Context, string, int) (documento.PaginaRestos, error) {
	return documento.PaginaRestos{}, nil
}

// Abrir reads the file without its label.
func (o *Objetos) Abrir(ctx context.Context, name string, from int64) (io.ReadCloser, error) {
	a, err := o.openCurrent(ctx, name)
	if err != nil {
		return nil, err // a nil *storedObject in the interface would not be nil
	}
	if _, err := a.Seek(from, io.SeekStart); err != nil {
		return nil, errors.Join(classify(err), a.Close())
	}
	return a, nil
}

// Existe opens the file, so that a damaged one is an error and not "there".
func (o *Objetos) Existe(ctx context.Context, name string) (bool, error) {
	a, err := o.openCurrent(ctx, name)
	if errors.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, classify(a.Close())
}

func (o *Objetos) openCurrent(ctx context.Context, name string) (*storedObject, error) {
	if err := cmp.Or(documento.ValidarNombreObjeto(name), classify(ctx.Err())); err != nil {
		return nil, err
	}
	a, err := o.openFile(name)
	return a, o.absent(ctx, err)
}
