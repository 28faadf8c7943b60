//go:build !linux

package datafolder

// Disk is of Linux, where servers run.
func Disk(string) (free, size uint64, known bool) { return 0, 0, false }
