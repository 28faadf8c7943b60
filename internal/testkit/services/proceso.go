package services

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// orden is a program to run and where its output goes.
type orden struct {
	programa string
	args     []string
	entorno  []string
	dir      string
	registro string // log file, appended to
}

// proceso is one child. Signals go to the child alone and through os.Process,
// which knows when it has been reaped, so a reused pid is never hit.
type proceso struct {
	cmd *exec.Cmd
	fin chan struct{} // closed once the child has been reaped
}

// lanzar starts a child. It dies with this process unless desligado is set.
func lanzar(o orden, desligado bool) (*proceso, error) {
	// A plain file, not a pipe: Wait would hang on a pipe that a grandchild
	// still holds, and a detached service must not lose its output.
	registro, err := os.OpenFile(o.registro, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer registro.Close()

	cmd := exec.Command(o.programa, o.args...)
	cmd.Env, cmd.Dir = o.entorno, o.dir
	cmd.Stdout, cmd.Stderr = registro, registro
	cmd.SysProcAttr = atributos(desligado)
	if err := enHiloFijo(cmd.Start); err != nil {
		return nil, fmt.Errorf("start %s: %w", o.programa, err)
	}
	p := &proceso{cmd: cmd, fin: make(chan struct{})}
	go p.vigilar()
	return p, nil
}

// vigilar reaps the child.
func (p *proceso) vigilar() {
	_ = p.cmd.Wait() // its end is what matters; the reason is in its log
	close(p.fin)
}

func (p *proceso) vivo() bool {
	if p == nil {
		return false
	}
	select {
	case <-p.fin:
		return false
	default:
		return true
	}
}

// matar ends the child at once and waits for the kernel to confirm it.
func (p *proceso) matar() error {
	if !p.vivo() {
		return nil
	}
	_ = p.cmd.Process.Kill()      // fails only when it is already gone
	return p.esperar(time.Minute) // the kernel may have to write first
}

// terminar asks first, and kills what has not left within the given time.
func (p *proceso) terminar(plazo time.Duration) error {
	if !p.vivo() {
		return nil
	}
	_ = continuar(p.cmd.Process) // a stopped process would never see the request
	if pedirFin(p.cmd.Process) == nil && p.esperar(plazo) == nil {
		return nil
	}
	return p.matar()
}

func (p *proceso) esperar(plazo time.Duration) error {
	select {
	case <-p.fin:
		return nil
	case <-time.After(plazo):
		return fmt.Errorf("pid %d is still there after %s", p.cmd.Process.Pid, plazo)
	}
}

var errNoCorre = errors.New("the service is not running")

// hilo is the one thread that all children are started from.
//
// Linux sends the parent-death signal when the *thread* that forked ends, not
// the process, and Go ends a thread whenever a goroutine locked to it returns.
// A thread that is locked for good lives exactly as long as the process.
var hilo = sync.OnceValue(func() chan<- func() {
	trabajos := make(chan func())
	go atenderHilo(trabajos)
	return trabajos
})

func atenderHilo(trabajos <-chan func()) {
	runtime.LockOSThread()
	for f := range trabajos {
		f()
	}
}

// enHiloFijo runs f on a thread that never ends, as everything that sets
// SysProcAttr.Pdeathsig has to.
func enHiloFijo(f func() error) error {
	hecho := make(chan error, 1)
	hilo() <- func() { hecho <- f() }
	return <-hecho
}
