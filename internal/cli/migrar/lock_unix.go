//go:build unix

package migrar

import (
	"os"
	"syscall"
)

// lockFile refuses if another open file holds the lock; closing gives it back.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
