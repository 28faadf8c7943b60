//go:build unix

package respaldo

import (
	"os"
	"syscall"
)

// lockFile refuses if another open file holds the lock. The kernel takes it back when the last process that has the file
// open ends.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// unlockFile gives the lock back at once. Closing alone is not enough: a child that this process is just starting has the
// file open too, for a moment.
func unlockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_UN)
}
