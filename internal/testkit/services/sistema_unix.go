//go:build unix

package services

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func pausar(p *os.Process) error    { return p.Signal(syscall.SIGSTOP) }
func continuar(p *os.Process) error { return p.Signal(syscall.SIGCONT) }
func pedirFin(p *os.Process) error  { return p.Signal(syscall.SIGTERM) }

// cerrar takes the lock of a file without waiting. The kernel gives it back
// when the holder dies, which is what makes a lock better than a pid here.
func cerrar(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// delTerminal tells whether a terminal is on standard input and we are the job
// it talks to.
func delTerminal() bool {
	grupo, err := unix.IoctlGetInt(int(os.Stdin.Fd()), unix.TIOCGPGRP)
	return err == nil && grupo == syscall.Getpgrp()
}

// reenviar passes a signal on to a child, or to its whole group.
func reenviar(p *os.Process, s os.Signal, grupo bool) {
	senal, ok := s.(syscall.Signal)
	if grupo && ok {
		_ = syscall.Kill(-p.Pid, senal)
		return
	}
	_ = p.Signal(s)
}

// codigoDe is the exit code as a shell would give it: 128 and the signal's
// number for a child that a signal ended.
func codigoDe(fin *os.ProcessState) int {
	if w, ok := fin.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return fin.ExitCode()
}
