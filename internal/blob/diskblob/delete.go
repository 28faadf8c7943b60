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
	if err := cmp.Or(documento.ValidarNombreObjeto(name), classify(ctx.Err())); err != nil {
		return 0, err
	}
	err = o.absent(ctx, o.root.Remove(pathOf(name)))
	if errors.Is(err, fault.NotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return 1, classify(o.confirmDeleted(name))
}

// confirmDeleted makes the removal durable and looks again.
func (o *Objetos) confirmDeleted(name string) error {
	carpeta := path.Dir(pathOf(name))
	if err := o.syncDir(carpeta); err != nil {
		return err
	}
	_, err := o.root.Lstat(pathOf(name))
	if err == nil {
		return fault.Wrap(fault.Conflict, errors.New("object was written again while it was deleted"))
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_ = o.root.Remove(carpeta) // refused while it holds other files, as it should be
	return nil
}

// BorrarVarios implements documento.Objetos.
func (o *Objetos) BorrarVarios(ctx context.Context, names []string) []documento.Borrado {
	results := make([]documento.Borrado, len(names))
	for i, name := range names {
		results[i].Versiones, results[i].Err = o.Borrar(ctx, name)
	}
	return results
}
