package diskblob

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Borrar removes the file, and the folder of its carpeta with the last one. A
// reader that has it open reads on to its end.
func (o *Objetos) Borrar(ctx context.Context, name string) (erased int, err error) {
	r := o.BorrarVarios(ctx, []documento.VersionObjeto{{Nombre: name}})[0]
	return r.Versiones, r.Err
}

// BorrarVarios makes the removals of a folder durable together: what waits for the disk costs as much for eight
// files as for one.
func (o *Objetos) BorrarVarios(ctx context.Context, objs []documento.VersionObjeto) []documento.Borrado {
	results := make([]documento.Borrado, len(objs))
	removed := map[string][]int{} // by folder of a carpeta
	for i, obj := range objs {
		gone, err := o.remove(ctx, obj.Nombre)
		if results[i].Err = err; gone {
			results[i].Versiones = 1
			carpeta := path.Dir(pathOf(obj.Nombre))
			removed[carpeta] = append(removed[carpeta], i)
		}
	}
	for carpeta, which := range removed {
		err := o.syncDir(carpeta)
		for _, i := range which {
			results[i].Err = classify(cmp.Or(err, o.confirmDeleted(objs[i].Nombre)))
		}
		_ = o.root.Remove(carpeta) // refused while it holds other files, as it should be
	}
	return results
}

// remove reports whether there was a file.
func (o *Objetos) remove(ctx context.Context, name string) (gone bool, err error) {
	if err := cmp.Or(documento.ValidarNombreObjeto(name), classify(ctx.Err())); err != nil {
		return false, err
	}
	err = o.absent(ctx, o.erase(pathOf(name)))
	if errors.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// confirmDeleted looks again.
func (o *Objetos) confirmDeleted(name string) error {
	_, err := o.root.Lstat(pathOf(name))
	if err == nil {
		return fault.Wrap(fault.Conflict, errors.New("object was written again while it was deleted"))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
