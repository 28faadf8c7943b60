package respaldo

import (
	"os"

	"golang.org/x/sys/unix"
)

// forget says of a durable file that nobody here reads it again. A backup would fill the memory otherwise, and the kernel
// would look for room while the server answers.
func forget(f *os.File) {
	_ = unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED) // advice: nothing is wrong without it
}
