package boltstore

import (
	"context"
	"errors"
	"syscall"

	berrors "go.etcd.io/bbolt/errors"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// unavailable are the failures that somebody can mend from outside.
var unavailable = []error{
	context.Canceled, context.DeadlineExceeded, berrors.ErrDatabaseNotOpen, berrors.ErrTxClosed, berrors.ErrTimeout,
	syscall.ENOSPC, syscall.EDQUOT, syscall.EIO, syscall.EROFS,
}

// classify is the one place where failures get their code.
func classify(err error) error {
	var already *fault.Error
	if err == nil || errors.As(err, &already) {
		return err
	}
	if damage := new(Damaged); errors.As(err, &damage) {
		return fault.Wrap(fault.Unavailable, err)
	}
	for _, cause := range unavailable {
		if errors.Is(err, cause) {
			return fault.Wrap(fault.Unavailable, err)
		}
	}
	return fault.Wrap(fault.Internal, err)
}

func notFound(message string) error { return fault.New(fault.NotFound, message) }

func conflict(message string) error { return fault.New(fault.Conflict, message) }
