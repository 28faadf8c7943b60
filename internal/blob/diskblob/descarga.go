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

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// URLDescarga signs a GET to Handler; whether the object exists shows when it is used.
func (o *Objetos) URLDescarga(_ context.Context, name, fileName, contentType string, expiresIn time.Duration) (string, error) {
	if err := cmp.Or(documento.ValidarNombreObjeto(name), documento.ValidarTipoContenido(contentType)); err != nil {
		return "", err
	}
	return o.sign(permit{
		Metodo:        http.MethodGet,
		Objeto:        documento.Objeto{Nombre: name, TipoContenido: contentType},
		NombreArchivo: fileName,
		Expira:        o.cfg.Clock().Add(expiresIn),
	}, expiresIn)
}

// Describir reads the whole file: the hash is that of the bytes on the disk now.
func (o *Objetos) Describir(ctx context.Context, name string) (documento.Objeto, error) {
	a, err := o.openCurrent(ctx, name)
	if err != nil {
		return documento.Objeto{}, err
	}
	defer a.Close()
	checksum := sha256.New()
	if _, err := io.Copy(checksum, contextReader{ctx, a}); err != nil {
		return documento.Objeto{}, classify(err)
	}
	hash := hex.EncodeToString(checksum.Sum(nil))
	return documento.Objeto{Nombre: name, Hash: hash, TamanoBytes: a.TamanoBytes, TipoContenido: a.TipoContenido}, nil
}

// Abrir reads the file without its label.
func (o *Objetos) Abrir(ctx context.Context, name string) (io.ReadCloser, error) {
	a, err := o.openCurrent(ctx, name)
	if err != nil {
		return nil, err // a nil *storedObject in the interface would not be nil
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
