//go:build !linux

package app

// diskOf is of Linux, where servers run.
func diskOf(string) (free, size uint64, known bool) { return 0, 0, false }
