package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// ejecutar runs a command while the services stand.
//
// A service that cannot be had does not stop a laptop from running the other
// tests; those that miss it count as not run. In CI it ends the matter.
func ejecutar(orden []string, senales <-chan os.Signal) int {
	lista, soltar, err := listaNoEjecutadas()
	if err != nil {
		avisar(err.Error())
		return fallo
	}
	defer soltar()

	codigo := conServicios(orden, lista, senales)

	// After everything else, so that they are the last lines anybody sees.
	lineas, err := services.ReadNotRun(lista)
	if err != nil {
		avisar(err.Error())
		return max(codigo, fallo)
	}
	if len(lineas) == 0 {
		return codigo
	}
	slices.Sort(lineas)
	fmt.Fprintf(os.Stderr, "\n*** NOT RUN: %d tests, for want of what they need:\n", len(lineas))
	for _, l := range lineas {
		fmt.Fprintln(os.Stderr, "***   "+l)
	}
	if services.InCI() {
		return max(codigo, fallo)
	}
	return codigo
}

func conServicios(orden []string, lista string, senales <-chan os.Signal) (codigo int) {
	s := services.NewSet(services.Config{Install: true, Report: avisar})
	defer func() {
		if err := s.Close(); err != nil {
			avisar(err.Error())
			codigo = max(codigo, fallo)
		}
	}()
	ctx, cancelar := hastaSenal(senales)
	defer cancelar()
	faltas := s.Start(ctx)
	if ctx.Err() != nil {
		avisar("interrupted")
		return fallo
	}
	cancelar() // from here on signals are the command's
	if informar(faltas) != 0 && services.InCI() {
		return fallo
	}

	cmd := exec.Command(orden[0], orden[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), s.TestEnv(faltas)...)
	cmd.Env = append(cmd.Env, services.EnvNotRun+"="+lista)
	codigo, err := services.RunChild(cmd, senales)
	if err != nil {
		avisar(err.Error())
		return 127 // as a shell says for a command that is not there
	}
	return codigo
}

// listaNoEjecutadas is the file the tests write to: the caller's, or a new one.
func listaNoEjecutadas() (ruta string, soltar func(), err error) {
	if ruta := os.Getenv(services.EnvNotRun); ruta != "" {
		ruta, err = filepath.Abs(ruta) // tests run in their own folders
		return ruta, func() {}, err
	}
	dir, err := os.MkdirTemp("", "carpeta-no-ejecutadas-")
	return filepath.Join(dir, "lista"), func() { _ = os.RemoveAll(dir) }, err
}
