//go:build !linux

package listener

import (
	"errors"
	"syscall"
)

// bell is not there: who waits for a connection has a goroutine for it.
type bell struct{}

func newBell(func([]uint64)) (*bell, error) { return nil, errors.ErrUnsupported }

func (b *bell) close() {}

func (b *bell) arm(syscall.RawConn, uint64, bool) error { return errors.ErrUnsupported }
