//go:build unix

package file

import (
	"os"
	"syscall"
)

// Lock waits until nobody else holds the lock of a file. The kernel takes it back when the file is closed, or its
// process ends.
func Lock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// TryLock fails if somebody else holds the lock.
func TryLock(f *os.File) error { return flock(f, syscall.LOCK_EX|syscall.LOCK_NB) }

func flock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how); err != syscall.EINTR {
			return err
		}
	}
}
