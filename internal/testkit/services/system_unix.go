//go:build unix

package services

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func pause(p *os.Process) error    { return p.Signal(syscall.SIGSTOP) }
func resume(p *os.Process) error   { return p.Signal(syscall.SIGCONT) }
func askToEnd(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

// lockFile takes the lock of a file without waiting. The kernel gives it back
// when the holder dies, which is what makes a lock better than a pid here.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// underTerminal tells whether a terminal is on standard input and we are the job
// it talks to.
func underTerminal() bool {
	group, err := unix.IoctlGetInt(int(os.Stdin.Fd()), unix.TIOCGPGRP)
	return err == nil && group == syscall.Getpgrp()
}

// forward passes a signal on to a child, or to its whole group.
func forward(p *os.Process, s os.Signal, group bool) {
	signal, ok := s.(syscall.Signal)
	if group && ok {
		_ = syscall.Kill(-p.Pid, signal)
		return
	}
	_ = p.Signal(s)
}

// exitCode is the exit code as a shell would give it: 128 and the signal's
// number for a child that a signal ended.
func exitCode(done *os.ProcessState) int {
	if w, ok := done.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return done.ExitCode()
}
