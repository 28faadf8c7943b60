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

const stateFile = "estado.json"

// pid is a process that up started. Numbers are used again, after a reboot for
// certain: the start time tells whether it is still the same process.
type pid struct {
	Service string `json:"Servicio"`
	Pid     int
	Started string `json:"Inicio"` // in the kernel's ticks; "" where there is no /proc
}

type state struct {
	Processes []pid `json:"Procesos"`
}

func readState(dir string) (state, error) {
	var e state
	text, err := os.ReadFile(filepath.Join(dir, stateFile))
	if os.IsNotExist(err) {
		return e, nil
	}
	if err != nil {
		return e, err
	}
	if err := json.Unmarshal(text, &e); err != nil {
		return e, fmt.Errorf("%s is damaged: %w", stateFile, err)
	}
	return e, nil
}

func noteState(dir string, s *services.Set) error {
	var e state
	for _, one := range s.All() {
		for _, n := range one.Pids() { // the server first: that is the order to end them in
			start, _ := startOf(n)
			e.Processes = append(e.Processes, pid{one.Name, n, start})
		}
	}
	text, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return err
	}
	server, err := serverEnv(dir, s)
	if err != nil {
		return err
	}
	env := exports(append(server, s.TestEnv(nil)...))
	return errors.Join(
		os.WriteFile(filepath.Join(dir, stateFile), text, 0o600),
		os.WriteFile(filepath.Join(dir, envFile), []byte(env), 0o600), // it holds credentials
	)
}

const cursorsFile = "cursores.key"

// serverEnv keeps the key that signs cursors: a page that was open before a
// restart can be turned after it.
func serverEnv(dir string, s *services.Set) ([]string, error) {
	clave, err := auth.SecretKey(filepath.Join(dir, cursorsFile))
	if err != nil {
		return nil, err
	}
	return append(s.ServerEnv(), "CARPETA_CURSOR_KEYS=local:"+base64.StdEncoding.EncodeToString(clave)), nil
}

func (e state) allAlive() bool {
	for _, p := range e.Processes {
		if !p.alive() {
			return false
		}
	}
	return len(e.Processes) > 0
}

// stop asks each process to end, kills what stays, and returns what stays
// even then.
func (e state) stop() []pid {
	var left []pid
	for _, p := range e.Processes {
		for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
			if p.alive() {
				p.send(s)
				p.await(15 * time.Second)
			}
		}
		if p.alive() {
			left = append(left, p)
		}
	}
	return left
}

func (p pid) send(s syscall.Signal) {
	if process, err := os.FindProcess(p.Pid); err == nil {
		_ = process.Signal(s) // alive has the last word
	}
}

// await polls: these are no children of ours, nothing tells us of their end.
func (p pid) await(timeout time.Duration) {
	for limit := time.Now().Add(timeout); p.alive() && time.Now().Before(limit); {
		time.Sleep(20 * time.Millisecond)
	}
}

func (p pid) alive() bool {
	if p.Started == "" {
		process, err := os.FindProcess(p.Pid)
		return err == nil && process.Signal(syscall.Signal(0)) == nil
	}
	start, ok := startOf(p.Pid)
	return ok && start == p.Started
}

// startOf reads a process's start time from /proc (proc(5), field 22). A
// zombie, whose parent has not looked yet, has ended for our purposes.
func startOf(n int) (start string, alive bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", n))
	if err != nil {
		return "", false
	}
	// The second field is the name in parentheses, and may hold anything.
	_, rest, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')'):]), " ")
	fields := strings.Fields(rest) // from field 3 on
	if len(fields) < 20 {
		return "", false
	}
	return fields[19], fields[0] != "Z"
}
