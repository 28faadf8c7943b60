package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// escenario is a running server with carpetas full of real files, and a
// subscriber of each carpeta.
type escenario struct {
	*instalacion
	servidor   *servidor
	cliente    *cliente
	seguidores []*seguidor
	borrables  [][]borrable // by carpeta
	vecinos    map[string]int
}

const conexiones = 32

func (b *banco) escenario(ctx context.Context, perfil string, carpetas, documentos int) (*escenario, error) {
	i, err := b.instalar(ctx, perfil)
	if err != nil {
		return nil, err
	}
	lineas, _, err := i.sembrar(ctx, carpetas, documentos, "--archivos")
	if err != nil {
		return nil, err
	}
	s, err := i.arrancar(ctx)
	if err != nil {
		return nil, err
	}
	e := &escenario{instalacion: i, servidor: s, cliente: s.cliente(conexiones), vecinos: i.vecinos(s)}
	if err := e.seguirTodas(ctx, lineas); err != nil {
		return nil, errors.Join(err, e.cerrar())
	}
	return e, nil
}

func (e *escenario) seguirTodas(ctx context.Context, lineas []linea) error {
	for _, l := range lineas {
		token, err := e.banco.emisor.token(l.CiudadanoID)
		if err != nil {
			return err
		}
		ds, err := e.cliente.borrables(ctx, token, l.CarpetaID)
		if err != nil {
			return err
		}
		f, err := e.servidor.seguir(ctx, token, l.CarpetaID)
		if err != nil {
			return err
		}
		e.borrables, e.seguidores = append(e.borrables, ds), append(e.seguidores, f)
	}
	_, err := e.servidor.hasta(ctx, paciencia, 10*time.Millisecond, func(m metricas) bool {
		return m[suscripciones] >= float64(len(lineas))
	})
	if err != nil {
		return fmt.Errorf("subscriptions: %w", err)
	}
	return nil
}

func (e *escenario) cerrar() error {
	for _, f := range e.seguidores {
		f.cerrar()
	}
	e.cliente.cerrar()
	return e.servidor.parar()
}
