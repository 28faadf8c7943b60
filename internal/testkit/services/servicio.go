package services

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Opciones say where services live and for how long.
type Opciones struct {
	Dir       string        // data stays here; "" means a temporary folder that Detener removes
	Desligado bool          // outlive this process (make services-up)
	Instalar  bool          // bring what is missing: apt, go install, npm
	Plazo     time.Duration // longest start, installing not counted; 0 means five minutes
	Avisar    func(string)  // progress lines; nil means none
}

func (o Opciones) avisar(formato string, args ...any) {
	if o.Avisar != nil {
		o.Avisar(fmt.Sprintf(formato, args...))
	}
}

// cuantosPuertos is as many as the neediest service (RabbitMQ) takes.
const cuantosPuertos = 3

// lugar is where one service runs.
type lugar struct {
	*carpeta
	puertos []int
}

// receta is what differs between the services.
type receta interface {
	// programa finds the executable; with op.Instalar it brings it first.
	programa(ctx context.Context, op Opciones) (string, error)
	// ordenes says what to run: the server, and what it needs beside it.
	ordenes(programa string, l lugar) (servidor orden, acompanante *orden, err error)
	// listo asks the service once whether it serves.
	listo(ctx context.Context, l lugar) error
}

// Servicio is the handle of one service. Its methods may be called from any
// goroutine; they take turns.
type Servicio struct {
	Nombre string

	op     Opciones
	receta receta

	mu          sync.Mutex
	lugar       lugar
	servidor    *proceso
	acompanante *proceso
	cerrado     bool
}

// Iniciar starts the service, or does nothing when it runs. It returns when the
// service answers. A second start keeps the ports and the data of the first.
func (s *Servicio) Iniciar(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.iniciar(ctx)
}

func (s *Servicio) iniciar(ctx context.Context) error {
	if s.cerrado {
		return fmt.Errorf("%s was ended for good: start a new one", s.Nombre)
	}
	if s.servidor.vivo() {
		return nil
	}
	programa, err := s.receta.programa(ctx, s.op)
	if err != nil {
		return fmt.Errorf("%s cannot be had: %w", s.Nombre, err)
	}
	plazo := s.op.Plazo
	if plazo == 0 {
		plazo = 5 * time.Minute // alone a broker takes 4 s, on a machine busy with other tests many times that
	}
	ctx, cancelar := context.WithTimeout(ctx, plazo)
	defer cancelar()

	// Addresses are promised with the first success only. Until then a port that
	// somebody else took in the meantime is answered with other ports.
	primera := s.lugar.carpeta == nil
	if primera {
		if err := s.ocupar(); err != nil {
			return err
		}
	}
	for intento := 1; ; intento++ {
		err = s.arrancar(ctx, programa)
		if err == nil {
			return nil
		}
		_ = s.matarTodo() // the failure that counts is err
		if !primera || intento == 3 || !errors.Is(err, errMurio) {
			break
		}
		if s.lugar.puertos, err = puertosLibres(cuantosPuertos); err != nil {
			break
		}
	}
	if primera {
		_ = s.lugar.borrar()
		s.lugar = lugar{}
	}
	return fmt.Errorf("%s did not start: %w", s.Nombre, err)
}

const archivoPuertos = "puertos.json"

// ocupar makes the folder and picks the ports: those of last time, when the
// folder remembers some and they are free.
func (s *Servicio) ocupar() error {
	c, err := abrirCarpeta(s.op.Dir, s.Nombre)
	if err != nil {
		return err
	}
	var puertos []int
	texto, err := os.ReadFile(filepath.Join(c.ruta, archivoPuertos))
	if err != nil || json.Unmarshal(texto, &puertos) != nil ||
		len(puertos) != cuantosPuertos || !todosLibres(puertos) {
		if puertos, err = puertosLibres(cuantosPuertos); err != nil {
			return errors.Join(err, c.borrar())
		}
	}
	s.lugar = lugar{carpeta: c, puertos: puertos}
	return nil
}

// errMurio: the process ended before it served.
var errMurio = errors.New("it ended while starting")

func (s *Servicio) arrancar(ctx context.Context, programa string) error {
	texto, err := json.Marshal(s.lugar.puertos)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(s.lugar.ruta, archivoPuertos), texto, 0o600); err != nil {
		return err
	}
	servidor, acompanante, err := s.receta.ordenes(programa, s.lugar)
	if err != nil {
		return err
	}
	if acompanante != nil && !s.acompanante.vivo() {
		if s.acompanante, err = lanzar(*acompanante, s.op.Desligado); err != nil {
			return err
		}
	}
	if s.servidor, err = lanzar(servidor, s.op.Desligado); err != nil {
		return err
	}
	if err := s.aguardar(ctx); err != nil {
		return fmt.Errorf("%w; the end of its log:\n%s", err, cola(servidor.registro))
	}
	return nil
}

// aguardar asks until the service answers, ends, or runs out of time.
func (s *Servicio) aguardar(ctx context.Context) error {
	cada := time.NewTicker(50 * time.Millisecond)
	defer cada.Stop()
	for {
		if err := s.receta.listo(ctx, s.lugar); err == nil && s.servidor.vivo() {
			return nil
		}
		select {
		case <-s.servidor.fin:
			return errMurio
		case <-ctx.Done():
			return fmt.Errorf("it gave no answer in time: %w", ctx.Err())
		case <-cada.C:
		}
	}
}
