//go:build unix

package diskblob

import (
	"os"
	"syscall"
)

// lockFile waits until no other open file holds the lock; closing gives it back.
func lockFile(f *os.File) error {
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != syscall.EINTR {
			return err
		}
	}
}
