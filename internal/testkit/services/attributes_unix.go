//go:build unix && !linux

package services

import "syscall"

// attributes is as on Linux but for the parent-death signal, which only Linux
// has: elsewhere a killed test process leaves its services behind.
func atributos(desligado bool) *syscall.SysProcAttr {
	if desligado {
		return &syscall.SysProcAttr{Setsid: true}
	}
	return &syscall.SysProcAttr{Setpgid: true}
}

func atributosMismoGrupo() *syscall.SysProcAttr { return nil }
