package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// subir starts the services detached, or finds them running. Standard output
// carries nothing but export lines: eval "$(servicios up)" works.
func subir(dir string, senales <-chan os.Signal) int {
	dir, err := filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		avisar(err.Error())
		return fallo
	}
	soltar, err := services.LockFile(filepath.Join(dir, "up.lock")) // one up or down at a time
	if err != nil {
		avisar(err.Error())
		return fallo
	}
	defer soltar()

	e, err := leerEstado(dir)
	if err != nil {
		avisar(err.Error())
		return fallo
	}
	if e.todosVivos() {
		avisar("already running in " + dir)
		return imprimir(filepath.Join(dir, archivoEnv))
	}
	e.terminar() // what is left of a half that died

	s := services.NewSetWithIssuer(services.Config{Dir: dir, Detached: true, Install: true, Report: avisar})
	ctx, cancelar := hastaSenal(senales)
	defer cancelar()
	if informar(s.Start(ctx)) != 0 {
		_ = s.Close()
		return fallo
	}
	if err := anotarEstado(dir, s); err != nil {
		avisar(err.Error())
		_ = s.Close() // nobody could stop them later
		return fallo
	}
	return imprimir(filepath.Join(dir, archivoEnv))
}

// bajar ends what subir started; with nothing there it is content.
func bajar(dir string, borrar bool) int {
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		avisar("nothing runs in " + dir)
		return 0
	}
	soltar, err := services.LockFile(filepath.Join(dir, "up.lock"))
	if err != nil {
		avisar(err.Error())
		return fallo
	}
	defer soltar()
	e, err := leerEstado(dir)
	if err != nil {
		avisar(err.Error())
		return fallo
	}
	if quedan := e.terminar(); len(quedan) > 0 {
		avisar(fmt.Sprintf("still running: %v", quedan))
		return fallo
	}
	fuera := []string{archivoEstado, archivoEnv}
	if borrar {
		// By name: the folder may hold more than is ours.
		for _, uno := range services.NewSetWithIssuer(services.Config{}).All() {
			fuera = append(fuera, uno.Name)
		}
		fuera = append(fuera, archivoCursores)
	}
	for _, nombre := range fuera {
		if err := os.RemoveAll(filepath.Join(dir, nombre)); err != nil {
			avisar(err.Error())
			return fallo
		}
	}
	avisar("stopped")
	return 0
}

const archivoEnv = "env"

// exportes is a shell script. A quote in a value (a folder's name) is the one
// thing that could end it early.
func exportes(env []string) string {
	var b strings.Builder
	for _, par := range env {
		nombre, valor, _ := strings.Cut(par, "=")
		fmt.Fprintf(&b, "export %s='%s'\n", nombre, strings.ReplaceAll(valor, "'", `'\''`))
	}
	return b.String()
}

func imprimir(archivo string) int {
	texto, err := os.ReadFile(archivo)
	if err != nil {
		avisar(err.Error())
		return fallo
	}
	fmt.Print(string(texto))
	return 0
}
