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
func (o *Objetos) URLDescarga(_ context.Context, nombre, nombreArchivo, tipoContenido string, vence time.Duration) (string, error) {
	if err := cmp.Or(documento.ValidarNombreObjeto(nombre), documento.ValidarTipoContenido(tipoContenido)); err != nil {
		return "", err
	}
	return o.firmar(permiso{
		Metodo:        http.MethodGet,
		Objeto:        documento.Objeto{Nombre: nombre, TipoContenido: tipoContenido},
		NombreArchivo: nombreArchivo,
		Expira:        o.cfg.Reloj().Add(vence),
	}, vence)
}

// Describir reads the whole file: the hash is that of the bytes on the disk now.
func (o *Objetos) Describir(ctx context.Context, nombre string) (documento.Objeto, error) {
	a, err := o.abrirVigente(ctx, nombre)
	if err != nil {
		return documento.Objeto{}, err
	}
	defer a.Close()
	suma := sha256.New()
	if _, err := io.Copy(suma, conContexto{ctx, a}); err != nil {
		return documento.Objeto{}, clasificar(err)
	}
	hash := hex.EncodeToString(suma.Sum(nil))
	return documento.Objeto{Nombre: nombre, Hash: hash, TamanoBytes: a.TamanoBytes, TipoContenido: a.TipoContenido}, nil
}

// Abrir reads the file without its label.
func (o *Objetos) Abrir(ctx context.Context, nombre string) (io.ReadCloser, error) {
	a, err := o.abrirVigente(ctx, nombre)
	if err != nil {
		return nil, err // a nil *archivo in the interface would not be nil
	}
	return a, nil
}

// Existe opens the file, so that a damaged one is an error and not "there".
func (o *Objetos) Existe(ctx context.Context, nombre string) (bool, error) {
	a, err := o.abrirVigente(ctx, nombre)
	if errors.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, clasificar(a.Close())
}

func (o *Objetos) abrirVigente(ctx context.Context, nombre string) (*archivo, error) {
	if err := cmp.Or(documento.ValidarNombreObjeto(nombre), clasificar(ctx.Err())); err != nil {
		return nil, err
	}
	a, err := o.abrir(nombre)
	return a, o.ausente(ctx, err)
}
