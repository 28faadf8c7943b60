package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const (
	rafaga        = 1200
	minPorSegundo = 200.0
)

// medirRafaga: many deletions with real files, asked for as fast as 32
// connections allow.
func medirRafaga(ctx context.Context, b *banco) error {
	for _, r := range []struct {
		perfil   string
		carpetas int
		conTope  bool
	}{{distributed, 8, true}, {distributed, 1, true}, {embedded, 8, false}, {embedded, 1, false}} {
		if err := b.rafagaDe(ctx, r.perfil, r.carpetas, r.conTope); err != nil {
			return fmt.Errorf("%s, %d carpetas: %w", r.perfil, r.carpetas, err)
		}
	}
	return nil
}

func (b *banco) rafagaDe(ctx context.Context, perfil string, carpetas int, conTope bool) error {
	e, err := b.escenario(ctx, perfil, carpetas, rafaga*13/10/carpetas+20)
	if err != nil {
		return err
	}
	defer e.cerrar() //nolint:errcheck // the figures are taken
	ds := repartir(e.borrables, rafaga)
	if len(ds) < rafaga {
		return fmt.Errorf("only %d documents can be deleted", len(ds))
	}
	antes, err := e.servidor.metricas(ctx)
	if err != nil {
		return err
	}
	cpuAntes, desde := medirCPU(e.vecinos), time.Now()
	if err := e.borrarTodos(ctx, ds); err != nil {
		return err
	}
	aceptadas := time.Since(desde)
	fin, despues, vistas, err := e.esperarFin(ctx, antes)
	cpuDespues := medirCPU(e.vecinos)
	if err != nil {
		return err
	}
	total := fin.Sub(desde)
	ritmo, v, tope := rafaga/total.Seconds(), sinTope, ""
	if conTope {
		v, tope = si(ritmo >= minPorSegundo), "≥ 200/s"
	}
	d := despues.menos(antes)
	b.informe.anotar(fmt.Sprintf("burst of %d over %d carpetas, %s", rafaga, carpetas, perfil), tope, v,
		"%.0f/s (%.1f s; accepted in %.1f s; subscribers saw %d, %.0f too slow; %.0f swept; %.1f store calls each; %s)",
		ritmo, total.Seconds(), aceptadas.Seconds(), vistas, d[lentos], d[barridas], suma(d.porOperacion(llamadasAlStore))/rafaga, cpuDespues.uso(cpuAntes, rafaga, total))
	return nil
}

// repartir takes the carpetas in turn, as citizens come.
func repartir(porCarpeta [][]borrable, n int) []borrable {
	var ds []borrable
	for fila, quedan := 0, true; quedan && len(ds) < n; fila++ {
		quedan = false
		for _, c := range porCarpeta {
			if fila < len(c) && len(ds) < n {
				ds, quedan = append(ds, c[fila]), true
			}
		}
	}
	return ds
}

func (e *escenario) borrarTodos(ctx context.Context, ds []borrable) error {
	var siguiente atomic.Int64
	errs := make([]error, conexiones)
	var grupo sync.WaitGroup
	for n := range conexiones {
		grupo.Go(func() {
			for errs[n] == nil {
				i := int(siguiente.Add(1)) - 1
				if i >= len(ds) {
					return
				}
				errs[n] = e.cliente.borrar(ctx, ds[i])
			}
		})
	}
	grupo.Wait()
	return errors.Join(errs...)
}

// esperarFin returns when the last COMPLETADA reached its subscriber; if a
// subscriber was cut off, about when the server counted the last one. It asks
// seldom: the answer costs the server a few calls.
func (e *escenario) esperarFin(ctx context.Context, antes metricas) (fin time.Time, despues metricas, vistas int, err error) {
	despues, err = e.servidor.hasta(ctx, 3*time.Minute, pausaMetricas, func(m metricas) bool {
		n, _ := e.vistas()
		return n == rafaga || m[completadas]-antes[completadas] >= rafaga
	})
	fin = time.Now()
	if err != nil {
		return fin, despues, 0, fmt.Errorf("%.0f of %d deletions completed: %w", despues[completadas]-antes[completadas], rafaga, err)
	}
	// The last events may be on their way yet, unless somebody was cut off.
	for limite := fin.Add(time.Second); despues[lentos] == antes[lentos] && time.Now().Before(limite); time.Sleep(sondeo) {
		if n, ultima := e.vistas(); n == rafaga {
			return ultima, despues, n, nil
		}
	}
	vistas, _ = e.vistas()
	return fin, despues, vistas, nil
}

const pausaMetricas = 250 * time.Millisecond

func (e *escenario) vistas() (n int, ultima time.Time) {
	for _, f := range e.seguidores {
		k, en := f.cuenta()
		if n += k; en.After(ultima) {
			ultima = en
		}
	}
	return n, ultima
}
