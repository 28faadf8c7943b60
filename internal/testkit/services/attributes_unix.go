//go:build unix && !linux

package services

import "syscall"

// attributes is as on Linux but for the parent-death signal, which only Linux
// has: elsewhere a killed test process leaves its services behind.
func attributes(detached bool) *syscall.SysProcAttr {
	if detached {
		return &syscall.SysProcAttr{Setsid: true}
	}
	return &syscall.SysProcAttr{Setpgid: true}
}

func sameGroupAttributes() *syscall.SysProcAttr { return nil }
