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

// command is a program to run and where its output goes.
type command struct {
	program string
	args    []string
	env     []string
	dir     string
	log     string // log file, appended to
}

// process is one child. Signals go to the child alone and through os.Process,
// which knows when it has been reaped, so a reused pid is never hit.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed once the child has been reaped
}

// spawn starts a child. It dies with this process unless detached is set.
func spawn(o command, detached bool) (*process, error) {
	// A plain file, not a pipe: Wait would hang on a pipe that a grandchild
	// still holds, and a detached service must not lose its output.
	log, err := os.OpenFile(o.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()

	cmd := exec.Command(o.program, o.args...)
	cmd.Env, cmd.Dir = o.env, o.dir
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = attributes(detached)
	if err := onFixedThread(cmd.Start); err != nil {
		return nil, fmt.Errorf("start %s: %w", o.program, err)
	}
	p := &process{cmd: cmd, done: make(chan struct{})}
	go p.watch()
	return p, nil
}

// watch reaps the child.
func (p *process) watch() {
	_ = p.cmd.Wait() // its end is what matters; the reason is in its log
	close(p.done)
}

func (p *process) alive() bool {
	if p == nil {
		return false
	}
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// kill ends the child at once and waits for the kernel to confirm it.
func (p *process) kill() error {
	if !p.alive() {
		return nil
	}
	_ = p.cmd.Process.Kill()   // fails only when it is already gone
	return p.wait(time.Minute) // the kernel may have to write first
}

// terminate asks first, and kills processes that have not left within the given time.
func (p *process) terminate(timeout time.Duration) error {
	if !p.alive() {
		return nil
	}
	_ = resume(p.cmd.Process) // a stopped process would never see the request
	if askToEnd(p.cmd.Process) == nil && p.wait(timeout) == nil {
		return nil
	}
	return p.kill()
}

func (p *process) wait(timeout time.Duration) error {
	select {
	case <-p.done:
		return nil
	case <-time.After(timeout):
		return fmt.Errorf("pid %d is still there after %s", p.cmd.Process.Pid, timeout)
	}
}

var errNotRunning = errors.New("the service is not running")

// thread is the one thread that all children are started from.
//
// Linux sends the parent-death signal when the *thread* that forked ends, not
// the process, and Go ends a thread whenever a goroutine locked to it returns.
// A thread that is locked for good lives exactly as long as the process.
var thread = sync.OnceValue(func() chan<- func() {
	jobs := make(chan func())
	go serveThread(jobs)
	return jobs
})

func serveThread(jobs <-chan func()) {
	runtime.LockOSThread()
	for f := range jobs {
		f()
	}
}

// onFixedThread runs f on a thread that never ends, as everything that sets
// SysProcAttr.Pdeathsig has to.
func onFixedThread(f func() error) error {
	done := make(chan error, 1)
	thread() <- func() { done <- f() }
	return <-done
}
