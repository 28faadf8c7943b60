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
func (o *Objetos) Borrar(ctx context.Context, nombre string) error {
	if err := cmp.Or(documento.ValidarNombreObjeto(nombre), clasificar(ctx.Err())); err != nil {
		return err
	}
	err := o.ausente(ctx, o.raiz.Remove(ruta(nombre)))
	if errors.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return clasificar(o.confirmarBorrado(nombre))
}

// confirmarBorrado makes the removal durable and looks again.
func (o *Objetos) confirmarBorrado(nombre string) error {
	carpeta := path.Dir(ruta(nombre))
	if err := o.sincronizar(carpeta); err != nil {
		return err
	}
	_, err := o.raiz.Lstat(ruta(nombre))
	if err == nil {
		return fault.Wrap(fault.Conflict, errors.New("object was written again while it was deleted"))
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_ = o.raiz.Remove(carpeta) // refused while it holds other files, as it should be
	return nil
}
