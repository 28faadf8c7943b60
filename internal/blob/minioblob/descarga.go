package minioblob

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"net/url"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var errLento = errors.New("transfer too slow")

// URLDescarga signs a GET; whether the object exists shows when it is used.
func (o *Objetos) URLDescarga(ctx context.Context, nombre, nombreArchivo, tipoContenido string, vence time.Duration) (string, error) {
	err := cmp.Or(documento.ValidarNombreObjeto(nombre), documento.ValidarTipoContenido(tipoContenido), documento.ValidarVigencia(vence))
	if err != nil {
		return "", err
	}
	respuesta := url.Values{
		"response-content-disposition": {documento.Adjunto(nombreArchivo)},
		"response-content-type":        {tipoContenido},
	}
	enlace, err := o.firmante.PresignedGetObject(ctx, o.cfg.Bucket, nombre, vence, respuesta)
	if err != nil {
		return "", clasificar(err)
	}
	return enlace.String(), nil
}

// Describir asks for the checksum that the store took at the upload, and reads
// the file only if the name is free.
func (o *Objetos) Describir(ctx context.Context, nombre string) (documento.Objeto, error) {
	info, err := o.estado(ctx, nombre)
	if err != nil {
		return documento.Objeto{}, err
	}
	obj := documento.Objeto{Nombre: nombre, TamanoBytes: info.Size, TipoContenido: info.ContentType}
	if suma, err := base64.StdEncoding.DecodeString(info.ChecksumSHA256); err == nil && len(suma) == sha256.Size {
		obj.Hash = hex.EncodeToString(suma)
		return obj, nil
	}
	obj.Hash, obj.TamanoBytes, err = o.resumir(ctx, nombre)
	return obj, err
}

// Existe asks for the current version.
func (o *Objetos) Existe(ctx context.Context, nombre string) (bool, error) {
	_, err := o.estado(ctx, nombre)
	if errors.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

func (o *Objetos) estado(ctx context.Context, nombre string) (minio.ObjectInfo, error) {
	if err := documento.ValidarNombreObjeto(nombre); err != nil {
		return minio.ObjectInfo{}, err
	}
	plazo, cancelar := o.conPlazo(ctx)
	defer cancelar()
	info, err := o.cliente.StatObject(plazo, o.cfg.Bucket, nombre, minio.StatObjectOptions{Checksum: true})
	return info, o.ausente(ctx, clasificar(err))
}

func (o *Objetos) resumir(ctx context.Context, nombre string) (string, int64, error) {
	archivo, err := o.Abrir(ctx, nombre)
	if err != nil {
		return "", 0, err
	}
	defer archivo.Close()
	suma := sha256.New()
	n, err := io.Copy(suma, archivo)
	return hex.EncodeToString(suma.Sum(nil)), n, err
}

// Abrir reads straight from the response. The deadline grows with the size once that is known.
func (o *Objetos) Abrir(ctx context.Context, nombre string) (io.ReadCloser, error) {
	if err := documento.ValidarNombreObjeto(nombre); err != nil {
		return nil, err
	}
	ctx, cancelar := context.WithCancelCause(ctx)
	alarma := time.AfterFunc(o.cfg.Plazo, func() { cancelar(errLento) })
	cuerpo, info, _, err := o.core.GetObject(ctx, o.cfg.Bucket, nombre, minio.GetObjectOptions{})
	if err != nil {
		alarma.Stop()
		cancelar(nil)
		return nil, clasificar(err)
	}
	alarma.Reset(o.plazoDe(info.Size))
	return &lectura{ReadCloser: cuerpo, soltar: func() { alarma.Stop(); cancelar(nil) }}, nil
}

// lectura classifies failures while the file is read.
type lectura struct {
	io.ReadCloser
	soltar func()
}

func (l *lectura) Read(p []byte) (int, error) {
	n, err := l.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = clasificar(err)
	}
	return n, err
}

func (l *lectura) Close() error {
	defer l.soltar()
	return l.ReadCloser.Close()
}
