//go:build unix

package respaldo

import (
	"os"
	"syscall"
)

// lockFile fails if another process holds the lock. The kernel takes it back when the file is closed, or its process ends.
func lockFile(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
