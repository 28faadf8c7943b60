package services

import "os/exec"

// StartChild starts a program as the services themselves are started: in a
// group of its own, and with a life that ends with this process, however that ends.
func StartChild(cmd *exec.Cmd) error {
	cmd.SysProcAttr = attributes(false)
	return onFixedThread(cmd.Start)
}

// FreePorts are n loopback ports for servers that keep them over a restart.
// Another process may still come first; who starts a server tries again.
func FreePorts(n int) ([]int, error) { return freePorts(n) }
