package datafolder

import "syscall"

// Disk says what this program may still write on the disk of a folder, and how large the disk is.
func Disk(dir string) (free, size uint64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, 0, false
	}
	block := uint64(s.Frsize)
	return s.Bavail * block, s.Blocks * block, true
}
