//go:build unix

package machine

import (
	"math"
	"syscall"
)

// Descriptors are how many files and connections this process may have open. The Go
// runtime has raised the number as far as it may.
func Descriptors() int {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		return unknownDescriptors
	}
	return int(min(uint64(l.Cur), math.MaxInt32)) //nolint:unconvert // it is signed on some systems
}
