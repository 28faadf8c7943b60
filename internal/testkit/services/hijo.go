package services

import "os/exec"

// ArrancarHijo starts a program as the services themselves are started: in a
// group of its own, and with a life that ends with this process, however that ends.
func ArrancarHijo(cmd *exec.Cmd) error {
	cmd.SysProcAttr = atributos(false)
	return enHiloFijo(cmd.Start)
}

// PuertosLibres are n loopback ports for servers that keep them over a restart.
// Another process may still come first; who starts a server tries again.
func PuertosLibres(n int) ([]int, error) { return puertosLibres(n) }
