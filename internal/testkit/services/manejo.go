package services

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// plazoCortes is how long a service may take to leave when asked. RabbitMQ
// takes about a second.
const plazoCortes = 15 * time.Second

// Parar asks the service to end and keeps its data. No-op when it is stopped.
func (s *Servicio) Parar() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.servidor.terminar(plazoCortes)
}

// Matar ends the service with SIGKILL: what it had not written is lost.
func (s *Servicio) Matar() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.servidor.matar()
}

// Reiniciar ends the service politely and starts it again on the same ports
// and data. Its connections are cut.
func (s *Servicio) Reiniciar(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.servidor.terminar(plazoCortes); err != nil {
		return err
	}
	return s.iniciar(ctx)
}

// Vaciar wipes the data, as if the disk had been lost: the service is killed,
// and started again on the same ports if it was running.
func (s *Servicio) Vaciar(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	corria := s.servidor.vivo()
	if err := s.servidor.matar(); err != nil {
		return err
	}
	if s.lugar.carpeta != nil {
		if err := os.RemoveAll(filepath.Join(s.lugar.ruta, carpetaDatos)); err != nil {
			return err
		}
	}
	if !corria {
		return nil
	}
	return s.iniciar(ctx)
}

// Pausar freezes the service (SIGSTOP): connections stay open, nothing answers.
// It returns once every thread stands still, which takes a moment under load.
func (s *Servicio) Pausar() error {
	if err := s.avisarProceso(pausar); err != nil {
		return err
	}
	return s.avisarProceso(esperarQuieto)
}

// Continuar undoes Pausar.
func (s *Servicio) Continuar() error { return s.avisarProceso(continuar) }

func (s *Servicio) avisarProceso(senal func(*os.Process) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.servidor.vivo() {
		return fmt.Errorf("%s: %w", s.Nombre, errNoCorre)
	}
	return senal(s.servidor.cmd.Process)
}

// Detener ends the service for good; calling it again does nothing. Data in a
// temporary folder goes with it, so there it is not asked but killed.
func (s *Servicio) Detener() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cerrado {
		return nil
	}
	s.cerrado = true
	if s.lugar.carpeta == nil {
		return nil
	}
	var err error
	if !s.lugar.temporal() {
		err = s.servidor.terminar(plazoCortes)
	}
	return errors.Join(err, s.matarTodo(), s.lugar.borrar())
}

func (s *Servicio) matarTodo() error {
	return errors.Join(s.servidor.matar(), s.acompanante.matar())
}

// Corre tells whether the service's process is there; a paused one is.
func (s *Servicio) Corre() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.servidor.vivo()
}

// Pids of the running processes, the server first.
func (s *Servicio) Pids() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	var pids []int
	for _, p := range []*proceso{s.servidor, s.acompanante} {
		if p.vivo() {
			pids = append(pids, p.cmd.Process.Pid)
		}
	}
	return pids
}

// Registro is everything that the service wrote so far.
func (s *Servicio) Registro() string {
	texto, err := os.ReadFile(filepath.Join(s.ruta(), s.Nombre+".log"))
	if err != nil {
		return err.Error()
	}
	return string(texto)
}

// puerto is the n-th port, 0 before the first start.
func (s *Servicio) puerto(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lugar.carpeta == nil {
		return 0
	}
	return s.lugar.puertos[n]
}

// ruta is the service's folder, "" before the first start.
func (s *Servicio) ruta() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lugar.carpeta == nil {
		return ""
	}
	return s.lugar.ruta
}

// cola is the end of a log, for an error message.
func cola(registro string) string {
	const cuanto = 2000
	texto, err := os.ReadFile(registro)
	if err != nil {
		return err.Error()
	}
	return string(texto[max(0, len(texto)-cuanto):])
}
