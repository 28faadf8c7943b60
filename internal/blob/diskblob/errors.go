package diskblob

import (
	"context"
	"errors"
	"io/fs"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// clasificar is the one place where the file system's errors become ours. What
// is not here (no space, no permission, a broken disk) an operator can mend.
func clasificar(err error) error {
	var propio *fault.Error
	switch {
	case err == nil || errors.As(err, &propio):
		return err
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(fault.NotFound, "No se encontró el archivo.").Because(err)
	case errors.Is(err, fs.ErrExist):
		return yaExiste().Because(err)
	default:
		return fault.Wrap(fault.Unavailable, err)
	}
}

// ausente tells a missing file from a missing folder.
func (o *Objetos) ausente(ctx context.Context, err error) error {
	err = clasificar(err)
	if !errors.Is(err, fault.NotFound) {
		return err
	}
	if listo := o.Ready(ctx); listo != nil {
		return listo
	}
	return err
}

func yaExiste() *fault.Error { return fault.New(fault.Conflict, "El archivo ya existe.") }

func noCoincide(motivo string) error {
	return fault.New(fault.BadUserInput, "El contenido no coincide con el archivo anunciado.").Because(errors.New(motivo))
}
