//go:build unix

package auth

import (
	"io/fs"
	"os"
	"syscall"
)

// isLent reports whether the file is root's, while the program is somebody else, who reads it by its group. So
// Kubernetes mounts secrets, and systemd its credentials.
func isLent(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Uid == 0 && os.Geteuid() != 0
}
