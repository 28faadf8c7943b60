package services

import (
	"os"
	"os/exec"
	"syscall"
)

// CorrerHijo runs a command to its end, passes the signals on to it, and
// returns its exit code. The command dies with this process (Linux).
//
// Under a terminal the command stays in our process group, so that it may read
// from it, and Ctrl-C reaches it without our help. Elsewhere it gets a group of
// its own, and a signal reaches all that it started.
func CorrerHijo(cmd *exec.Cmd, senales <-chan os.Signal) (int, error) {
	terminal := delTerminal()
	cmd.SysProcAttr = atributos(false)
	if terminal {
		cmd.SysProcAttr = atributosMismoGrupo()
	}
	if err := enHiloFijo(cmd.Start); err != nil {
		return 0, err
	}
	fin := make(chan struct{})
	go func() {
		_ = cmd.Wait() // the state says it all
		close(fin)
	}()
	for {
		select {
		case <-fin:
			return codigoDe(cmd.ProcessState), nil
		case s := <-senales:
			if !terminal || s != syscall.SIGINT {
				reenviar(cmd.Process, s, !terminal)
			}
		}
	}
}
