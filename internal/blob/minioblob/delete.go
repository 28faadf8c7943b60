package minioblob

import (
	"context"
	"errors"
	"slices"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	perBatch = 250 // versions in one call, so that a call stays far from its deadline
	rounds   = 3   // listings after the first; more means somebody keeps writing
)

// Borrar costs four calls for an object of one version: list, delete, list, and a look at
// what was uploaded. The upload is closed first: a failure before the end leaves the file as it was.
func (o *Objetos) Borrar(ctx context.Context, name string) (erased int, err error) {
	b := o.BorrarVarios(ctx, []documento.VersionObjeto{{Nombre: name}})[0]
	return b.Versiones, b.Err
}

// deleteKey deletes every version of a key, and lists until nothing is left.
func (o *Objetos) deleteKey(ctx context.Context, name string) (n int, err error) {
	versions, err := o.versions(ctx, name)
	for round := 0; err == nil && len(versions) > 0; round++ {
		if round == rounds {
			return n, fault.Wrap(fault.Conflict, errors.New("new versions keep appearing while the object is deleted"))
		}
		if err = o.deleteVersions(ctx, name, versions); err == nil {
			n += contents(versions)
			versions, err = o.versions(ctx, name)
		}
	}
	return n, err
}

// contents counts the versions that are a file, and no mark of a deletion.
func contents(versions []minio.ObjectInfo) (n int) {
	for _, v := range versions {
		if !v.IsDeleteMarker {
			n++
		}
	}
	return n
}

// versions lists versions and delete markers of exactly this key, the current
// one first. The prefix's folder, all that MinIO reads, holds this key alone. The key itself sorts before everything that it is a prefix of.
func (o *Objetos) versions(ctx context.Context, name string) ([]minio.ObjectInfo, error) {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	var all []minio.ObjectInfo
	options := minio.ListObjectsOptions{Prefix: name, WithVersions: true, Recursive: true}
	for version := range o.client.ListObjectsIter(ctx, o.cfg.Bucket, options) {
		if version.Err != nil {
			return nil, classify(version.Err)
		}
		if version.Key != name {
			break
		}
		all = append(all, version)
	}
	// An iterator that finds its context expired just ends.
	return all, classify(ctx.Err())
}

// deleteVersions deletes the noncurrent ones first: until the last call the
// file can still be read, so that a failed deletion can be compensated.
func (o *Objetos) deleteVersions(ctx context.Context, name string, versions []minio.ObjectInfo) error {
	var older []minio.ObjectInfo
	var current []minio.ObjectInfo
	for _, version := range versions {
		if version.IsLatest {
			current = append(current, version)
		} else {
			older = append(older, version)
		}
	}
	for batch := range slices.Chunk(older, perBatch) {
		if err := o.deleteBatch(ctx, batch); err != nil {
			return err
		}
	}
	for _, version := range current {
		if err := o.deleteVersion(ctx, name, version.VersionID); err != nil {
			return err
		}
	}
	return nil
}

func (o *Objetos) deleteBatch(ctx context.Context, batch []minio.ObjectInfo) error {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	results, err := o.client.RemoveObjectsWithIter(ctx, o.cfg.Bucket, slices.Values(batch), minio.RemoveObjectsOptions{})
	if err != nil {
		return classifyDeletion(err)
	}
	for result := range results {
		if err := classifyDeletion(result.Err); err != nil {
			return err
		}
	}
	return classify(ctx.Err())
}

func (o *Objetos) deleteVersion(ctx context.Context, name, version string) error {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	return classifyDeletion(o.client.RemoveObject(ctx, o.cfg.Bucket, name, minio.RemoveObjectOptions{VersionID: version}))
}
