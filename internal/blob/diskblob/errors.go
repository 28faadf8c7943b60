package diskblob

import (
	"context"
	"errors"
	"io/fs"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// classify is the one place where the file system's errors become ours. What
// is not here (no space, no permission, a broken disk) an operator can mend.
func classify(err error) error {
	var own *fault.Error
	switch {
	case err == nil || errors.As(err, &own):
		return err
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(fault.NotFound, "No se encontró el archivo.").Because(err)
	case errors.Is(err, fs.ErrExist):
		return alreadyExists().Because(err)
	default:
		return fault.Wrap(fault.Unavailable, err)
	}
}

// absent tells a missing file from a missing folder.
func (o *Objetos) absent(ctx context.Context, err error) error {
	err = classify(err)
	if !errors.Is(err, fault.NotFound) {
		return err
	}
	if ready := o.Ready(ctx); ready != nil {
		return ready
	}
	return err
}

func alreadyExists() *fault.Error { return fault.New(fault.Conflict, "El archivo ya existe.") }

func mismatch(reason string) error {
	return fault.New(fault.BadUserInput, "El contenido no coincide con el archivo anunciado.").Because(errors.New(reason))
}
