package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	calentar     = 10
	enReposo     = 100 // deletions, one after the other
	porSegundo   = 10
	segundosOpen = 25
	maxMediana   = 50 * time.Millisecond
	maxP95       = 250 * time.Millisecond
)

// medirLatencia: from the request of deleteDocumento to COMPLETADA at a
// subscriber over WebSocket, with real files.
func medirLatencia(ctx context.Context, b *banco) error {
	for _, perfil := range []string{distributed, embedded} {
		if err := b.latenciaDe(ctx, perfil); err != nil {
			return fmt.Errorf("%s: %w", perfil, err)
		}
	}
	return nil
}

func (b *banco) latenciaDe(ctx context.Context, perfil string) error {
	e, err := b.escenario(ctx, perfil, 1, (calentar+enReposo+porSegundo*segundosOpen)*3/2)
	if err != nil {
		return err
	}
	defer e.cerrar() //nolint:errcheck // the figures are taken
	ds := e.borrables[0]
	if len(ds) < calentar+enReposo+porSegundo*segundosOpen {
		return fmt.Errorf("only %d documents can be deleted", len(ds))
	}
	if _, err := e.unaPorUna(ctx, ds[:calentar]); err != nil {
		return err
	}
	ds = ds[calentar:]
	reposo, err := e.unaPorUna(ctx, ds[:enReposo])
	if err != nil {
		return err
	}
	vReposo, v50, v95 := sinTope, "", ""
	if perfil == distributed {
		vReposo, v50, v95 = si(reposo.mediana() <= maxMediana), "p50 ≤ 50 ms", "p50 ≤ 50 ms, p95 ≤ 250 ms"
	}
	b.informe.anotar("deletion to COMPLETADA, idle, "+perfil, v50, vReposo, "%s", reposo)
	antes, desde := medirCPU(e.vecinos), time.Now()
	abierto, err := e.aRitmo(ctx, ds[enReposo:enReposo+porSegundo*segundosOpen], time.Second/porSegundo)
	if err != nil {
		return err
	}
	vAbierto := sinTope
	if perfil == distributed {
		vAbierto = si(abierto.mediana() <= maxMediana && abierto.percentil(95) <= maxP95)
	}
	b.informe.anotar("deletion to COMPLETADA, 10/s, "+perfil, v95, vAbierto, "%s; %s", abierto, medirCPU(e.vecinos).uso(antes, len(abierto), time.Since(desde)))
	return nil
}

// unaPorUna waits for each deletion before it asks for the next.
func (e *escenario) unaPorUna(ctx context.Context, ds []borrable) (muestra, error) {
	var m muestra
	for _, d := range ds {
		desde := time.Now()
		hasta, err := e.borrarYVer(ctx, d)
		if err != nil {
			return nil, err
		}
		m = append(m, hasta.Sub(desde))
	}
	return m, nil
}

// aRitmo asks at fixed moments whatever is still under way, and counts from
// those moments: a server that falls behind cannot slow the clock down.
func (e *escenario) aRitmo(ctx context.Context, ds []borrable, cada time.Duration) (muestra, error) {
	m, errs := make(muestra, len(ds)), make([]error, len(ds))
	var grupo sync.WaitGroup
	inicio := time.Now()
	for i, d := range ds {
		desde := inicio.Add(time.Duration(i) * cada)
		time.Sleep(time.Until(desde))
		grupo.Go(func() {
			hasta, err := e.borrarYVer(ctx, d)
			m[i], errs[i] = hasta.Sub(desde), err
		})
	}
	grupo.Wait()
	return m, errors.Join(errs...)
}

func (e *escenario) borrarYVer(ctx context.Context, d borrable) (time.Time, error) {
	ctx, soltar := context.WithTimeout(ctx, paciencia)
	defer soltar()
	if err := e.cliente.borrar(ctx, d); err != nil {
		return time.Time{}, err
	}
	return e.seguidores[0].vista(ctx, d.documentoID)
}
