package services

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Servicios are the three services of the distributed profile and, for a day of
// development, an issuer of tokens.
type Servicios struct {
	Rabbit *Rabbit
	Minio  *Minio
	Dynamo *Dynamo
	Emisor *Emisor // nil for tests

	op Opciones
}

// Nuevos describes the three; nothing runs yet.
func Nuevos(op Opciones) *Servicios {
	return &Servicios{Rabbit: NuevoRabbit(op), Minio: NuevoMinio(op), Dynamo: NuevoDynamo(op), op: op}
}

// NuevosConEmisor describes the three and an issuer: all that a server needs.
func NuevosConEmisor(op Opciones) *Servicios {
	s := Nuevos(op)
	s.Emisor = NuevoEmisor(op)
	return s
}

// Iniciar starts the three: all or none.
func Iniciar(ctx context.Context, op Opciones) (*Servicios, error) {
	s := Nuevos(op)
	if faltas := s.Iniciar(ctx); len(faltas) > 0 {
		errs := []error{s.Detener()}
		for _, f := range faltas {
			errs = append(errs, f)
		}
		return nil, errors.Join(errs...)
	}
	return s, nil
}

// Falta is a service that could not be had, and why.
type Falta struct {
	Servicio string
	Causa    error
}

func (f Falta) Error() string { return f.Causa.Error() }
func (f Falta) Unwrap() error { return f.Causa }

// Iniciar starts all at once and returns those that failed; the others
// keep running. Detener is due in any case.
func (s *Servicios) Iniciar(ctx context.Context) []Falta {
	return s.cadaUno(func(uno *Servicio) error {
		desde := time.Now()
		err := uno.Iniciar(ctx)
		if err == nil {
			s.op.avisar("%s: ready in %.1f s", uno.Nombre, time.Since(desde).Seconds())
		} else {
			s.op.avisar("%s: NOT AVAILABLE", uno.Nombre)
		}
		return err
	})
}

// Detener ends them all; calling it again does nothing.
func (s *Servicios) Detener() error {
	var errs []error
	for _, f := range s.cadaUno((*Servicio).Detener) {
		errs = append(errs, f)
	}
	return errors.Join(errs...)
}

// Instalar brings the programs that are missing and starts nothing.
func Instalar(ctx context.Context, op Opciones) []Falta {
	op.Instalar = true
	return Nuevos(op).cadaUno(func(uno *Servicio) error {
		programa, err := uno.receta.programa(ctx, op)
		if err == nil {
			op.avisar("%s: %s", uno.Nombre, programa)
		}
		return err
	})
}

// Todos lists the handles.
func (s *Servicios) Todos() []*Servicio {
	todos := []*Servicio{s.Rabbit.Servicio, s.Minio.Servicio, s.Dynamo.Servicio}
	if s.Emisor != nil {
		todos = append(todos, s.Emisor.Servicio)
	}
	return todos
}

func (s *Servicios) cadaUno(f func(*Servicio) error) []Falta {
	todos := s.Todos()
	errs := make([]error, len(todos))
	var grupo sync.WaitGroup
	for i, uno := range todos {
		grupo.Go(func() { errs[i] = f(uno) })
	}
	grupo.Wait()
	var faltas []Falta
	for i, err := range errs {
		if err != nil {
			faltas = append(faltas, Falta{todos[i].Nombre, err})
		}
	}
	return faltas
}
