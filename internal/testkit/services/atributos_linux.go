package services

import "syscall"

// atributos puts the child in a group of its own, so that Ctrl-C in the
// terminal reaches the tests and not the services under them, and ties its life
// to ours. A detached child gets a session of its own instead and outlives us.
func atributos(desligado bool) *syscall.SysProcAttr {
	if desligado {
		return &syscall.SysProcAttr{Setsid: true}
	}
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func atributosMismoGrupo() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
