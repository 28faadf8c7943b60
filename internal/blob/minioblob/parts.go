package minioblob

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// An upload in parts is S3's own, of the file's key: a signed part is good for its upload alone, which ends
// when it is joined or removed. So nothing can be stored by an old link, and no copy is needed.
const (
	pageOfParts = 1000
	noSuch      = "NoSuchUpload"
	readSize    = 1 << 20
)

// AbrirPartes implements documento.ObjetosPorPartes.
func (o *Objetos) AbrirPartes(ctx context.Context, obj documento.Objeto) (string, error) {
	if err := obj.Validar(); err != nil {
		return "", err
	}
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	id, err := o.core.NewMultipartUpload(ctx, o.cfg.Bucket, obj.Nombre, minio.PutObjectOptions{
		ContentType: obj.TipoContenido, UserMetadata: map[string]string{"X-Amz-Checksum-Algorithm": "SHA256"},
	})
	return id, classify(err)
}

// FirmarParte implements documento.ObjetosPorPartes.
func (o *Objetos) FirmarParte(ctx context.Context, obj documento.Objeto, id string, p documento.Parte, expiresIn time.Duration) (documento.Carga, error) {
	if err := documento.ValidarVigencia(expiresIn); err != nil {
		return documento.Carga{}, err
	}
	return o.sign(ctx, put{
		key: obj.Nombre, length: p.TamanoBytes, query: url.Values{"partNumber": {strconv.Itoa(p.Numero)}, "uploadId": {id}},
		send: []documento.Encabezado{{Nombre: checksumHeader, Valor: checksumBase64(p.Hash)}},
	}, expiresIn)
}

// GuardarParte implements documento.ObjetosPorPartes.
func (o *Objetos) GuardarParte(ctx context.Context, obj documento.Objeto, id string, p documento.Parte, content io.Reader) error {
	body := newExact(content, documento.Objeto{Hash: p.Hash, TamanoBytes: p.TamanoBytes})
	defer func() { _ = body.close() }()
	ctx, cancel := context.WithTimeout(ctx, o.timeoutFor(p.TamanoBytes))
	defer cancel()
	_, err := o.core.PutObjectPart(ctx, o.cfg.Bucket, obj.Nombre, id, p.Numero, body, p.TamanoBytes, minio.PutObjectPartOptions{
		Sha256Hex: p.Hash, CustomHeader: http.Header{checksumHeader: {checksumBase64(p.Hash)}}, DisableContentSha256: true,
	})
	if own := body.close(); own != nil {
		err = own
	}
	return classifyParts(err)
}

// PartesRecibidas implements documento.ObjetosPorPartes.
func (o *Objetos) PartesRecibidas(ctx context.Context, obj documento.Objeto, id string) ([]documento.Parte, error) {
	listed, err := o.listParts(ctx, obj.Nombre, id)
	if err != nil {
		return nil, err
	}
	parts := make([]documento.Parte, 0, len(listed))
	for _, p := range listed {
		checksum, _ := base64.StdEncoding.DecodeString(p.ChecksumSHA256)
		parts = append(parts, documento.Parte{Numero: p.PartNumber, TamanoBytes: p.Size, Hash: hex.EncodeToString(checksum)})
	}
	return parts, nil
}

func (o *Objetos) listParts(ctx context.Context, name, id string) (all []minio.ObjectPart, err error) {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	for after := 0; ; {
		page, err := o.core.ListObjectParts(ctx, o.cfg.Bucket, name, id, after, pageOfParts)
		if err != nil {
			return nil, classifyParts(err)
		}
		all = append(all, page.ObjectParts...)
		if !page.IsTruncated || page.NextPartNumberMarker <= after {
			return all, nil
		}
		after = page.NextPartNumberMarker
	}
}

// UnirPartes implements documento.ObjetosPorPartes. S3 has no SHA-256 of a file in parts: each part's was
// bound by its link, and the whole is read here.
func (o *Objetos) UnirPartes(ctx context.Context, obj documento.Objeto, p documento.Partes, until time.Time) (documento.Partes, error) {
	switch err := o.join(ctx, obj, p); {
	case errors.Is(err, fault.NotFound):
		return documento.Partes{Tamano: p.Tamano}, fault.Plain(fault.FileMissing)
	case err != nil:
		return p, err
	}
	checksum, err := documento.SumaDesde(p.Estado)
	if err != nil || p.Verificados == 0 {
		p.Verificados, checksum = 0, sha256.New()
	}
	if p.Verificados < obj.TamanoBytes {
		n, err := o.hashFrom(ctx, obj, p.Verificados, checksum, until)
		if err != nil {
			return p, err
		}
		p.Verificados += n
	}
	if p.Verificados == obj.TamanoBytes && hex.EncodeToString(checksum.Sum(nil)) != obj.Hash {
		return o.discard(ctx, obj.Nombre, p)
	}
	p.Estado, err = documento.EstadoDeSuma(checksum)
	return p, err
}

// discard removes a file that is not the announced one.
func (o *Objetos) discard(ctx context.Context, name string, p documento.Partes) (documento.Partes, error) {
	if _, err := o.deleteKey(ctx, name); err != nil {
		return p, err
	}
	return documento.Partes{Tamano: p.Tamano}, fault.Plain(fault.FileDiffers)
}

// join gives the file its key, unless it has it. NOT_FOUND if there is no upload any more, and no file: one whose answer
// was lost may have joined the parts between the first look and now.
func (o *Objetos) join(ctx context.Context, obj documento.Objeto, p documento.Partes) error {
	exists, err := o.Existe(ctx, obj.Nombre)
	if err != nil || exists {
		return err
	}
	ended := o.complete(ctx, obj, p)
	if !errors.Is(ended, fault.NotFound) {
		return ended
	}
	if exists, err = o.Existe(ctx, obj.Nombre); err != nil || exists {
		return err
	}
	return ended
}

func (o *Objetos) complete(ctx context.Context, obj documento.Objeto, p documento.Partes) error {
	listed, err := o.listParts(ctx, obj.Nombre, p.ID)
	if err != nil {
		return err
	}
	if int64(len(listed)) != p.Total(obj.TamanoBytes) {
		return fault.Plain(fault.FileMissing)
	}
	parts := make([]minio.CompletePart, len(listed))
	for i, l := range listed {
		parts[i] = minio.CompletePart{PartNumber: l.PartNumber, ETag: l.ETag, ChecksumSHA256: l.ChecksumSHA256}
	}
	_, err = o.once.CompleteMultipartUpload(ctx, o.cfg.Bucket, obj.Nombre, p.ID, parts, minio.PutObjectOptions{})
	return classifyNaming(err)
}

// hashFrom reads the file on, in small pieces, until a moment.
func (o *Objetos) hashFrom(ctx context.Context, obj documento.Objeto, from int64, checksum hash.Hash, until time.Time) (n int64, err error) {
	options := minio.GetObjectOptions{}
	if err := options.SetRange(from, obj.TamanoBytes-1); err != nil {
		return 0, classify(err)
	}
	body, _, _, err := o.core.GetObject(ctx, o.cfg.Bucket, obj.Nombre, options)
	if err != nil {
		return 0, classify(err)
	}
	defer body.Close()
	piece := make([]byte, readSize)
	for first := true; first || o.cfg.Clock().Before(until); first = false {
		k, err := io.ReadFull(body, piece)
		checksum.Write(piece[:k])
		n += int64(k)
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return n, nil
		case err != nil:
			return n, classify(err)
		}
	}
	return n, nil
}

// BorrarPartes implements documento.ObjetosPorPartes.
func (o *Objetos) BorrarPartes(ctx context.Context, name string) error {
	if err := documento.ValidarNombreObjeto(name); err != nil {
		return err
	}
	_, err := o.abortUploads(ctx, name, func(u minio.ObjectMultipartInfo) bool { return u.Key == name })
	return err
}

// BorrarPartesViejas implements documento.ObjetosPorPartes.
func (o *Objetos) BorrarPartesViejas(ctx context.Context, before time.Time) (int, error) {
	return o.abortUploads(ctx, "", func(u minio.ObjectMultipartInfo) bool { return !u.Initiated.IsZero() && u.Initiated.Before(before) })
}

// abortUploads lists until none is left: a part that was under way may come to its end behind an abort.
func (o *Objetos) abortUploads(ctx context.Context, prefix string, which func(minio.ObjectMultipartInfo) bool) (n int, err error) {
	for range rounds {
		again := false
		for key, id := "", ""; ; {
			page, err := o.listUploads(ctx, prefix, key, id)
			if err != nil {
				return n, err
			}
			for _, u := range page.Uploads {
				if !which(u) {
					continue
				}
				if err := o.abort(ctx, u); err != nil {
					return n, err
				}
				again, n = true, n+1
			}
			if !page.IsTruncated || page.NextKeyMarker == "" {
				break
			}
			key, id = page.NextKeyMarker, page.NextUploadIDMarker
		}
		if !again {
			return n, nil
		}
	}
	return n, nil
}

func (o *Objetos) listUploads(ctx context.Context, prefix, key, id string) (minio.ListMultipartUploadsResult, error) {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	page, err := o.core.ListMultipartUploads(ctx, o.cfg.Bucket, prefix, key, id, "", pageOfParts)
	return page, classify(err)
}

func (o *Objetos) abort(ctx context.Context, u minio.ObjectMultipartInfo) error {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	err := o.core.AbortMultipartUpload(ctx, o.cfg.Bucket, u.Key, u.UploadID)
	if err = classifyParts(err); errors.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

func classifyParts(err error) error {
	switch codeOf(err) {
	case noSuch:
		return notFound().Because(err)
	case "InvalidPart", "InvalidPartOrder", "EntityTooSmall":
		return fault.Plain(fault.FileMissing).Because(err)
	}
	return classify(err)
}
