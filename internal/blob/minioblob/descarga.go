package minioblob

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var errSlow = errors.New("transfer too slow")

// URLDescarga signs a GET; whether the object exists shows when it is used.
func (o *Objetos) URLDescarga(ctx context.Context, name, fileName, contentType string, expiresIn time.Duration) (string, error) {
	return o.signGet(ctx, name, documento.Adjunto(fileName), contentType, expiresIn)
}

// URLVista signs a GET whose answer a browser shows. S3 sends no policy of content, and need not: the
// signed type is one that runs nothing, and the bucket's origin is another than the API's.
func (o *Objetos) URLVista(ctx context.Context, name, fileName, viewType string, expiresIn time.Duration) (string, error) {
	if !documento.EsTipoVista(viewType) {
		return "", documento.ErrTipoVista()
	}
	return o.signGet(ctx, name, documento.EnLinea(fileName), viewType, expiresIn)
}

func (o *Objetos) signGet(ctx context.Context, name, disposition, contentType string, expiresIn time.Duration) (string, error) {
	err := cmp.Or(documento.ValidarNombreObjeto(name), documento.ValidarTipoContenido(contentType), documento.ValidarVigencia(expiresIn))
	if err != nil {
		return "", err
	}
	if err := o.LinksReady(ctx); err != nil {
		return "", err
	}
	answer := url.Values{
		"response-content-disposition": {disposition},
		"response-content-type":        {contentType},
		"response-cache-control":       {"private, no-store"}, // an erased file stays nowhere
	}
	link, err := o.signer.PresignedGetObject(ctx, o.cfg.Bucket, name, expiresIn, answer)
	if err != nil {
		return "", classify(err)
	}
	return link.String(), nil
}

// Comienzo asks for the first bytes alone. S3 has no such range of an empty object.
func (o *Objetos) Comienzo(ctx context.Context, name string, n int64) (c documento.Comienzo, err error) {
	info, err := o.stat(ctx, name)
	if c.Version = info.VersionID; err != nil || info.Size == 0 || n <= 0 {
		return c, err
	}
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	options := minio.GetObjectOptions{}
	if err := options.SetRange(0, min(n, info.Size)-1); err != nil {
		return c, classify(err)
	}
	body, _, _, err := o.core.GetObject(ctx, o.cfg.Bucket, name, options)
	if err != nil {
		return c, classify(err)
	}
	defer body.Close()
	c.Bytes, err = io.ReadAll(io.LimitReader(body, n))
	return c, classify(err)
}

// Describir asks for the checksum that the store took at the upload, and reads
// the file only if the name is free.
func (o *Objetos) Describir(ctx context.Context, name string) (documento.Objeto, error) {
	if err := documento.ValidarNombreObjeto(name); err != nil {
		return documento.Objeto{}, err
	}
	obj, _, err := o.describe(ctx, name)
	obj.Nombre = name
	return obj, err
}

func (o *Objetos) describe(ctx context.Context, key string) (documento.Objeto, minio.ObjectInfo, error) {
	info, err := o.statKey(ctx, key)
	if err != nil {
		return documento.Objeto{}, info, err
	}
	obj := documento.Objeto{TamanoBytes: info.Size, TipoContenido: info.ContentType}
	if checksum, err := base64.StdEncoding.DecodeString(info.ChecksumSHA256); err == nil && len(checksum) == sha256.Size {
		obj.Hash = hex.EncodeToString(checksum)
		return obj, info, nil
	}
	obj.Hash, obj.TamanoBytes, err = o.hashContent(ctx, key, info.VersionID)
	return obj, info, err
}

// Existe asks for the current version.
func (o *Objetos) Existe(ctx context.Context, name string) (bool, error) {
	_, err := o.stat(ctx, name)
	if errors.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

func (o *Objetos) stat(ctx context.Context, name string) (minio.ObjectInfo, error) {
	if err := documento.ValidarNombreObjeto(name); err != nil {
		return minio.ObjectInfo{}, err
	}
	return o.statKey(ctx, name)
}

func (o *Objetos) statKey(ctx context.Context, name string) (minio.ObjectInfo, error) {
	timeout, cancel := o.withTimeout(ctx)
	defer cancel()
	info, err := o.client.StatObject(timeout, o.cfg.Bucket, name, minio.StatObjectOptions{Checksum: true})
	return info, o.absent(ctx, classify(err))
}

func (o *Objetos) hashContent(ctx context.Context, key, version string) (string, int64, error) {
	file, err := o.open(ctx, key, version, 0)
	if err != nil {
		return "", 0, err
	}
	defer file.Close()
	checksum := sha256.New()
	n, err := io.Copy(checksum, file)
	documento.BytesLeidos(ctx, n)
	return hex.EncodeToString(checksum.Sum(nil)), n, err
}

// Abrir reads straight from the response. The server has the more time the larger the file is; what a slow reader takes
// between two reads is not the server's.
func (o *Objetos) Abrir(ctx context.Context, name string, from int64) (io.ReadCloser, error) {
	if err := documento.ValidarNombreObjeto(name); err != nil {
		return nil, err
	}
	return o.open(ctx, name, "", from)
}

func (o *Objetos) open(ctx context.Context, name, version string, from int64) (io.ReadCloser, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	alarm := time.AfterFunc(o.cfg.Timeout, func() { cancel(errSlow) })
	part := minio.GetObjectOptions{VersionID: version}
	if from > 0 {
		part.Set("Range", fmt.Sprintf("bytes=%d-", from))
	}
	body, info, _, err := o.core.GetObject(ctx, o.cfg.Bucket, name, part)
	if err != nil {
		alarm.Stop()
		cancel(nil)
		return nil, classify(err)
	}
	alarm.Stop()
	return &readBody{ReadCloser: body, clock: o.cfg.Clock, alarm: alarm, left: o.timeoutFor(info.Size), release: func() { cancel(nil) }}, nil
}

// readBody classifies failures while the file is read.
type readBody struct {
	io.ReadCloser
	clock   func() time.Time
	alarm   *time.Timer   // runs while the server is waited for
	left    time.Duration // of the server's time
	release func()
}

func (l *readBody) Read(p []byte) (int, error) {
	begun := l.clock()
	l.alarm.Reset(l.left)
	n, err := l.ReadCloser.Read(p)
	l.alarm.Stop()
	l.left -= l.clock().Sub(begun)
	if err != nil && !errors.Is(err, io.EOF) {
		err = classify(err)
	}
	return n, err
}

func (l *readBody) Close() error {
	defer l.release()
	return l.ReadCloser.Close()
}
