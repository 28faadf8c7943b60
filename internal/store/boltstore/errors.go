package boltstore

import (
	"context"
	"errors"
	"syscall"

	berrors "go.etcd.io/bbolt/errors"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// noDisponible are the failures that somebody can mend from outside.
var noDisponible = []error{
	context.Canceled, context.DeadlineExceeded, berrors.ErrDatabaseNotOpen, berrors.ErrTxClosed, berrors.ErrTimeout,
	syscall.ENOSPC, syscall.EDQUOT, syscall.EIO, syscall.EROFS,
}

// clasificar is the one place where failures get their code.
func clasificar(err error) error {
	var ya *fault.Error
	if err == nil || errors.As(err, &ya) {
		return err
	}
	for _, causa := range noDisponible {
		if errors.Is(err, causa) {
			return fault.Wrap(fault.Unavailable, err)
		}
	}
	return fault.Wrap(fault.Internal, err)
}

func noEncontrado(que string) error { return fault.New(fault.NotFound, "No se encontró "+que+".") }

func conflicto(mensaje string) error { return fault.New(fault.Conflict, mensaje) }
