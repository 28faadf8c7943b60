package services

import "syscall"

// attributes puts the child in a group of its own, so that Ctrl-C in the
// terminal reaches the tests and not the services under them, and ties its life
// to ours. A detached child gets a session of its own instead and outlives us.
func attributes(detached bool) *syscall.SysProcAttr {
	if detached {
		return &syscall.SysProcAttr{Setsid: true}
	}
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func sameGroupAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
