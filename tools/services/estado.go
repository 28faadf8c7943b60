package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const archivoEstado = "estado.json"

// pid is a process that up started. Numbers are used again, after a reboot for
// certain: the start time tells whether it is still the same process.
type pid struct {
	Servicio string
	Pid      int
	Inicio   string // in the kernel's ticks; "" where there is no /proc
}

type estado struct{ Procesos []pid }

func leerEstado(dir string) (estado, error) {
	var e estado
	texto, err := os.ReadFile(filepath.Join(dir, archivoEstado))
	if os.IsNotExist(err) {
		return e, nil
	}
	if err != nil {
		return e, err
	}
	if err := json.Unmarshal(texto, &e); err != nil {
		return e, fmt.Errorf("%s is damaged: %w", archivoEstado, err)
	}
	return e, nil
}

func anotarEstado(dir string, s *services.Set) error {
	var e estado
	for _, uno := range s.All() {
		for _, n := range uno.Pids() { // the server first: that is the order to end them in
			inicio, _ := inicioDe(n)
			e.Procesos = append(e.Procesos, pid{uno.Name, n, inicio})
		}
	}
	texto, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return err
	}
	servidor, err := entornoServidor(dir, s)
	if err != nil {
		return err
	}
	env := exportes(append(servidor, s.TestEnv(nil)...))
	return errors.Join(
		os.WriteFile(filepath.Join(dir, archivoEstado), texto, 0o600),
		os.WriteFile(filepath.Join(dir, archivoEnv), []byte(env), 0o600), // it holds credentials
	)
}

const archivoCursores = "cursores.key"

// entornoServidor keeps the key that signs cursors: a page that was open before a
// restart can be turned after it.
func entornoServidor(dir string, s *services.Set) ([]string, error) {
	clave, err := auth.ClaveSecreta(filepath.Join(dir, archivoCursores))
	if err != nil {
		return nil, err
	}
	return append(s.ServerEnv(), "CARPETA_CURSOR_KEYS=local:"+base64.StdEncoding.EncodeToString(clave)), nil
}

func (e estado) todosVivos() bool {
	for _, p := range e.Procesos {
		if !p.vivo() {
			return false
		}
	}
	return len(e.Procesos) > 0
}

// terminar asks each process to end, kills what stays, and returns what stays
// even then.
func (e estado) terminar() []pid {
	var quedan []pid
	for _, p := range e.Procesos {
		for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
			if p.vivo() {
				p.enviar(s)
				p.esperar(15 * time.Second)
			}
		}
		if p.vivo() {
			quedan = append(quedan, p)
		}
	}
	return quedan
}

func (p pid) enviar(s syscall.Signal) {
	if proceso, err := os.FindProcess(p.Pid); err == nil {
		_ = proceso.Signal(s) // vivo has the last word
	}
}

// esperar polls: these are no children of ours, nothing tells us of their end.
func (p pid) esperar(plazo time.Duration) {
	for limite := time.Now().Add(plazo); p.vivo() && time.Now().Before(limite); {
		time.Sleep(20 * time.Millisecond)
	}
}

func (p pid) vivo() bool {
	if p.Inicio == "" {
		proceso, err := os.FindProcess(p.Pid)
		return err == nil && proceso.Signal(syscall.Signal(0)) == nil
	}
	inicio, ok := inicioDe(p.Pid)
	return ok && inicio == p.Inicio
}

// inicioDe reads a process's start time from /proc (proc(5), field 22). A
// zombie, whose parent has not looked yet, has ended for our purposes.
func inicioDe(n int) (inicio string, vivo bool) {
	texto, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", n))
	if err != nil {
		return "", false
	}
	// The second field is the name in parentheses, and may hold anything.
	_, resto, _ := strings.Cut(string(texto[strings.LastIndexByte(string(texto), ')'):]), " ")
	campos := strings.Fields(resto) // from field 3 on
	if len(campos) < 20 {
		return "", false
	}
	return campos[19], campos[0] != "Z"
}
