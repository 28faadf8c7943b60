package minioblob

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// uploads is the folder of the uploads. A signed PUT writes there and nowhere else, and no signed
// GET reads there: an upload that is sent again after its file was erased reaches nobody.
// The confirmation copies the bytes that it has seen to the file's own key, and leaves
// an empty seal in the upload's place: a signed PUT overwrites nothing, so it stores nothing
// more. The sweep takes the seal away when the PUT has expired.
const uploads = "cargas/"

func uploadKey(name string) string { return uploads + name }

// Recibida implements documento.Objetos. What was confirmed before has the file's key already.
func (o *Objetos) Recibida(ctx context.Context, obj documento.Objeto) (func(context.Context) error, error) {
	if err := obj.Validar(); err != nil {
		return nil, err
	}
	sent, version, err := o.describe(ctx, uploadKey(obj.Nombre))
	if errors.Is(err, fault.NotFound) || err == nil && isSeal(version) && obj.TamanoBytes > 0 {
		sent, err = o.Describir(ctx, obj.Nombre)
		return nil, announced(obj, sent, err)
	}
	if err := announced(obj, sent, err); err != nil {
		return nil, err
	}
	return func(ctx context.Context) error { return o.copyUpload(ctx, obj, version) }, nil
}

// announced refuses what arrived if it is not the announced file.
func announced(obj, sent documento.Objeto, err error) error {
	if err == nil && (sent.Hash != obj.Hash || sent.TamanoBytes != obj.TamanoBytes) {
		err = fault.Plain(fault.FileDiffers)
	}
	return err
}

// copyUpload gives the file its key: of the version whose checksum was read, whatever came since.
func (o *Objetos) copyUpload(ctx context.Context, obj documento.Objeto, seen minio.ObjectInfo) error {
	ctx, cancel := context.WithTimeout(ctx, o.timeoutFor(obj.TamanoBytes))
	defer cancel()
	_, err := o.once.Client.CopyObject(ctx,
		minio.CopyDestOptions{Bucket: o.cfg.Bucket, Object: obj.Nombre},
		minio.CopySrcOptions{Bucket: o.cfg.Bucket, Object: uploadKey(obj.Nombre), VersionID: seen.VersionID, MatchETag: seen.ETag})
	return classifyNaming(err)
}

// isSeal: no upload is empty; if one were, it would hold nothing to erase.
func isSeal(v minio.ObjectInfo) bool { return v.Size == 0 && !v.IsDeleteMarker }

// CerrarCarga implements documento.Objetos.
func (o *Objetos) CerrarCarga(ctx context.Context, name string) error {
	if err := documento.ValidarNombreObjeto(name); err != nil {
		return err
	}
	return o.seal(ctx, uploadKey(name))
}

// AnularCarga implements documento.Objetos: the seal comes before any upload does.
func (o *Objetos) AnularCarga(ctx context.Context, name string) error {
	if err := documento.ValidarNombreObjeto(name); err != nil {
		return err
	}
	versions, err := o.versions(ctx, uploadKey(name))
	if err != nil {
		return err
	}
	if len(versions) == 0 {
		if err := o.putSeal(ctx, uploadKey(name)); err != nil {
			return err
		}
	}
	return o.seal(ctx, uploadKey(name)) // what came in between too
}

// seal removes every version that holds data, and puts an empty one in their place first:
// there is no moment in which the key is free.
func (o *Objetos) seal(ctx context.Context, key string) error {
	for range rounds {
		versions, err := o.versions(ctx, key)
		if err != nil {
			return err
		}
		sealed := slices.ContainsFunc(versions, func(v minio.ObjectInfo) bool { return v.IsLatest && isSeal(v) })
		data := slices.DeleteFunc(versions, isSeal)
		if len(data) == 0 {
			return nil
		}
		if !sealed {
			if err := o.putSeal(ctx, key); err != nil {
				return err
			}
		}
		for batch := range slices.Chunk(data, perBatch) {
			if err := o.deleteBatch(ctx, batch); err != nil {
				return err
			}
		}
	}
	return fault.Wrap(fault.Conflict, errors.New("new versions keep appearing while the upload is closed"))
}

func (o *Objetos) putSeal(ctx context.Context, key string) error {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	_, err := o.client.PutObject(ctx, o.cfg.Bucket, key, http.NoBody, 0, minio.PutObjectOptions{})
	return classify(err)
}

// BorrarResto implements documento.Objetos.
func (o *Objetos) BorrarResto(ctx context.Context, name string) error {
	if err := documento.ValidarNombreObjeto(name); err != nil {
		return err
	}
	_, err := o.deleteKey(ctx, uploadKey(name))
	return err
}

// Restos implements documento.Objetos: versions are listed, as in ObjetosDe.
func (o *Objetos) Restos(ctx context.Context, after string, limit int) (p documento.PaginaRestos, err error) {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	options := minio.ListObjectsOptions{Prefix: uploads, StartAfter: after, WithVersions: true, Recursive: true, MaxKeys: limit + 1}
	last := ""
	for v := range o.client.ListObjectsIter(ctx, o.cfg.Bucket, options) {
		if v.Err != nil {
			return documento.PaginaRestos{}, classify(v.Err)
		}
		key, own := documento.ReadNombreObjeto(strings.TrimPrefix(v.Key, uploads))
		if v.Key <= after || !own {
			continue
		}
		if v.Key == last {
			if r := &p.Restos[len(p.Restos)-1]; v.LastModified.After(r.Modificado) {
				r.Modificado = v.LastModified
			}
			continue
		}
		if len(p.Restos) == limit {
			p.Siguiente = last
			break
		}
		last = v.Key
		p.Restos = append(p.Restos, documento.Resto{Clave: key, Modificado: v.LastModified})
	}
	return p, classify(ctx.Err())
}
