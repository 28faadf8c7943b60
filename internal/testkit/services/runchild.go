package services

import (
	"os"
	"os/exec"
	"syscall"
)

// RunChild runs a command to its end, passes the signals on to it, and
// returns its exit code. The command dies with this process (Linux).
//
// Under a terminal the command stays in our process group, so that it may read
// from it, and Ctrl-C reaches it without our help. Elsewhere it gets a group of
// its own, and a signal reaches all that it started.
func RunChild(cmd *exec.Cmd, signals <-chan os.Signal) (int, error) {
	terminal := underTerminal()
	cmd.SysProcAttr = attributes(false)
	if terminal {
		cmd.SysProcAttr = sameGroupAttributes()
	}
	if err := onFixedThread(cmd.Start); err != nil {
		return 0, err
	}
	done := make(chan struct{})
	go func() {
		_ = cmd.Wait() // the state says it all
		close(done)
	}()
	for {
		select {
		case <-done:
			return exitCode(cmd.ProcessState), nil
		case s := <-signals:
			if !terminal || s != syscall.SIGINT {
				forward(cmd.Process, s, !terminal)
			}
		}
	}
}
