package datafolder

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"syscall"
)

// leastFree is how much of the disk has to be free: bbolt enlarges its file by 16 MiB at a time, and uploads and sealed
// logs lie beside it.
const leastFree = 32 << 20

// Space watches whether the disk of a data folder has room for what a server writes.
type Space struct {
	Dir string
	Log *slog.Logger

	refused atomic.Bool // a write failed for want of space, and the disk has had no room since
}

// Committed hears how each transaction of the database ended. The log has one line when writes begin to fail, and one
// when there is room again. On a nearly full disk small writes go well between others that fail: they end nothing.
func (s *Space) Committed(err error) {
	switch {
	case errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT):
		if !s.refused.Swap(true) {
			s.Log.Error("the disk of the data folder is full: reads go on, and changes are refused. See the runbook, CarpetaDiscoEscaso", "error", err)
		}
	case err == nil && s.refused.Load() && s.scarce() == nil:
		if s.refused.Swap(false) {
			s.Log.Info("the disk of the data folder has room again: changes are taken")
		}
	}
}

// Ready says what is wrong with the disk, if something is.
func (s *Space) Ready(context.Context) error {
	if s.refused.Load() {
		return errors.New("a write failed for want of space, and none has gone well with room since: changes are refused. See the runbook, CarpetaDiscoEscaso")
	}
	return s.scarce()
}

func (s *Space) scarce() error {
	if free, _, known := Disk(s.Dir); known && free < leastFree {
		return fmt.Errorf("%d MiB are free on the disk of the data folder, fewer than %d: soon changes will be refused. See the runbook, CarpetaDiscoEscaso", free>>20, leastFree>>20)
	}
	return nil
}
