package minioblob

import (
	"context"
	"errors"
	"sync"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const atOnce = 4 // objects of a group: a process deletes several groups at once

// deletion is an object of a group, and how far it is.
type deletion struct {
	documento.VersionObjeto
	documento.Borrado
}

// BorrarVarios costs three calls for an object whose version is known: a look at what was uploaded, DELETE, and a look
// whether anything is left. A group has one DELETE.
func (o *Objetos) BorrarVarios(ctx context.Context, objs []documento.VersionObjeto) []documento.Borrado {
	group := make([]deletion, len(objs))
	for i, obj := range objs {
		group[i].VersionObjeto = obj
	}
	each(group, func(d *deletion) { d.Err = o.validateAndClose(ctx, d.Nombre) })
	o.deleteKnown(ctx, group)
	each(group, func(d *deletion) { o.finish(ctx, d) })
	results := make([]documento.Borrado, len(objs))
	for i, d := range group {
		results[i] = d.Borrado
	}
	return results
}

// each takes the objects of a group that did not fail, some at a time.
func each(group []deletion, do func(*deletion)) {
	var workers sync.WaitGroup
	for first := range min(atOnce, len(group)) {
		workers.Go(func() {
			for i := first; i < len(group); i += atOnce {
				if group[i].Err == nil {
					do(&group[i])
				}
			}
		})
	}
	workers.Wait()
}

func (o *Objetos) validateAndClose(ctx context.Context, name string) error {
	if err := documento.ValidarNombreObjeto(name); err != nil {
		return err
	}
	return o.closeUpload(ctx, name)
}

// closeUpload seals the upload of a file, if there is anything: most were swept long ago. A bucket that is missing
// is found by the next call, whose answer says so.
func (o *Objetos) closeUpload(ctx context.Context, name string) error {
	if nothing, err := o.nothingAt(ctx, uploadKey(name)); nothing || err != nil {
		return err
	}
	return o.seal(ctx, uploadKey(name))
}

// deleteKnown deletes the versions that are known: in one call, if they are several.
func (o *Objetos) deleteKnown(ctx context.Context, group []deletion) {
	var known []*deletion
	for i := range group {
		if d := &group[i]; d.Err == nil && d.Version != "" {
			known = append(known, d)
		}
	}
	switch len(known) {
	case 0:
	case 1:
		ctx, cancel := o.withTimeout(ctx)
		defer cancel()
		known[0].answered(o.client.RemoveObject(ctx, o.cfg.Bucket, known[0].Nombre, minio.RemoveObjectOptions{VersionID: known[0].Version}))
	default:
		o.deleteTogether(ctx, known)
	}
}

// answered takes the answer to the deletion of the known version. S3 says that one is deleted which is not there: a
// store that says otherwise may not have the bucket, and is asked for a list.
func (d *deletion) answered(err error) {
	switch d.Err = classifyDeletion(err); {
	case err == nil:
		d.Versiones = 1
	case d.Err == nil:
		d.Version = ""
	}
}

// deleteTogether takes an object for deleted only if the answer says so.
func (o *Objetos) deleteTogether(ctx context.Context, known []*deletion) {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	byName := make(map[string]*deletion, len(known))
	for _, d := range known {
		d.Err = fault.Wrap(fault.Unavailable, errors.New("deletion without an answer"))
		byName[d.Nombre] = d
	}
	results, err := o.client.RemoveObjectsWithIter(ctx, o.cfg.Bucket, func(yield func(minio.ObjectInfo) bool) {
		for _, d := range known {
			if !yield(minio.ObjectInfo{Key: d.Nombre, VersionID: d.Version}) {
				return
			}
		}
	}, minio.RemoveObjectsOptions{})
	if err != nil {
		for _, d := range known {
			d.answered(err)
		}
		return
	}
	for r := range results {
		if d, mine := byName[r.ObjectName]; mine {
			d.answered(r.Err)
		}
	}
}

// finish looks whether anything is left, and lists if so, or if it is not known what there was.
func (o *Objetos) finish(ctx context.Context, d *deletion) {
	if d.Version != "" {
		nothing, err := o.nothingAt(ctx, d.Nombre)
		if d.Err = err; nothing || err != nil {
			return
		}
	}
	n, err := o.deleteKey(ctx, d.Nombre)
	d.Versiones, d.Err = d.Versiones+n, err
}

// nothingAt asks for the current version of a key. Without one there is none at all: any that is left, also the mark
// of a deletion, would be the current one. A HEAD does not tell a missing object from a missing bucket.
func (o *Objetos) nothingAt(ctx context.Context, key string) (bool, error) {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	info, err := o.client.StatObject(ctx, o.cfg.Bucket, key, minio.StatObjectOptions{})
	switch {
	case err == nil, info.IsDeleteMarker:
		return false, nil
	case codeOf(err) == minio.NoSuchKey:
		return info.VersionID == "", nil
	}
	return false, classify(err)
}
