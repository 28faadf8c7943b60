package app

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/respaldo"
)

// lives refuses a data folder in which what is written would be lost: a restore into it was interrupted, or it moved.
func lives(dir string) error { return errors.Join(respaldo.Whole(dir), mayServe(dir)) }

// showFolder has the metrics tell of the data folder's disk, and of its last backup.
func (a *App) showFolder(dir string) {
	a.metrics.DataFolder(func() (free, size uint64, known bool) { return diskOf(dir) }, func() time.Time { return lastBackup(dir) })
}

// lastBackup is when the last whole one was made: the command leaves a file in the data folder when everything else
// is durable. The zero time says that there was none.
func lastBackup(dir string) time.Time {
	info, err := os.Stat(filepath.Join(dir, respaldo.LastName))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}
