//go:build unix

package servicios

import (
	"os"
	"syscall"
)

func pausar(p *os.Process) error    { return p.Signal(syscall.SIGSTOP) }
func continuar(p *os.Process) error { return p.Signal(syscall.SIGCONT) }
func pedirFin(p *os.Process) error  { return p.Signal(syscall.SIGTERM) }

// cerrar takes the lock of a file without waiting. The kernel gives it back
// when the holder dies, which is what makes a lock better than a pid here.
func cerrar(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
