package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

const (
	enAtraso     = 100_000
	maxChico     = 2 * time.Second
	minJain      = 0.99
	atrasoParejo = 6000 // per operador
	despachadas  = `carpeta_outbox_dispatched_total{operador="%s"}`
)

// medirEquidad: what one operador's backlog costs the others, and how the work is
// divided among operadores that all have more than they get.
func medirEquidad(ctx context.Context, b *banco) error {
	if err := b.chicosAnteGrande(ctx); err != nil {
		return fmt.Errorf("singles: %w", err)
	}
	for _, pesos := range []map[string]int{nil, {"op0": 2}} {
		if err := b.partes(ctx, pesos); err != nil {
			return fmt.Errorf("shares: %w", err)
		}
	}
	return nil
}

// conAtraso is an embedded installation whose store was written beforehand.
func (b *banco) conAtraso(ctx context.Context, escribir func(almacen) error) (*instalacion, error) {
	i, err := b.instalar(ctx, embedded)
	if err != nil {
		return nil, err
	}
	if _, _, err := i.sembrar(ctx, 1, 1); err != nil { // it makes the data folder
		return nil, err
	}
	store, err := boltstore.Open(boltstore.Config{Dir: filepath.Join(i.dir, "datos")})
	if err != nil {
		return nil, err
	}
	return i, errors.Join(escribir(store), store.Close())
}

// chicosAnteGrande: one operador has 100,000 deletions pending, four others ask for
// one each while it is being worked on.
func (b *banco) chicosAnteGrande(ctx context.Context) error {
	var chicos []borrable
	i, err := b.conAtraso(ctx, func(a almacen) error {
		if _, _, err := atrasar(ctx, a, "grande", enAtraso, 0); err != nil {
			return err
		}
		for n := range 4 {
			k, ds, err := atrasar(ctx, a, fmt.Sprintf("chico%d", n), 0, 1)
			if err != nil {
				return err
			}
			dueno, err := b.emisor.token(k.CiudadanoID)
			if err != nil {
				return err
			}
			chicos = append(chicos, borrable{id: ds[0].ID(), documentoID: ds[0].DocumentoID, token: dueno})
		}
		return nil
	})
	if err != nil {
		return err
	}
	s, err := i.arrancar(ctx)
	if err != nil {
		return err
	}
	defer s.parar() //nolint:errcheck // the figures are taken
	if _, err := s.hasta(ctx, time.Minute, pausaMetricas, func(m metricas) bool { return m[completadas] >= 1000 }); err != nil {
		return err
	}
	cl := s.cliente(8)
	defer cl.cerrar()
	antes, err := s.metricas(ctx)
	if err != nil {
		return err
	}
	desde := time.Now()
	tiempos, errs := make(muestra, len(chicos)), make([]error, len(chicos))
	var grupo sync.WaitGroup
	for n, d := range chicos {
		grupo.Go(func() { tiempos[n], errs[n] = cl.borrarHastaElFin(ctx, d) })
	}
	grupo.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	despues, err := s.metricas(ctx)
	if err != nil {
		return err
	}
	hechas := despues[completadas] - antes[completadas]
	b.informe.anotar(fmt.Sprintf("four single deletions beside %d of another operador, embedded", enAtraso), "≤ 2 s", si(tiempos.percentil(100) <= maxChico),
		"the last after %.0f ms (%.0f of the other's completed since the start, %.0f beside them, %.0f/s)",
		milis(tiempos.percentil(100)), despues[completadas], hechas, hechas/time.Since(desde).Seconds())
	return nil
}

const consultaEstado = `query($e: ID!) { eliminacion(eventoId: $e) { estado } }`

// borrarHastaElFin asks for a deletion, and then for its state until it is COMPLETADA.
func (c *cliente) borrarHastaElFin(ctx context.Context, d borrable) (time.Duration, error) {
	desde := time.Now()
	var pedida struct {
		DeleteDocumento struct{ Eliminacion struct{ EventoID string } }
	}
	if err := c.pedir(ctx, d.token, mutacionBorrar, map[string]any{"d": d.id}, &pedida); err != nil {
		return 0, err
	}
	for time.Since(desde) < paciencia {
		var r struct{ Eliminacion struct{ Estado string } }
		if err := c.pedir(ctx, d.token, consultaEstado, map[string]any{"e": pedida.DeleteDocumento.Eliminacion.EventoID}, &r); err != nil {
			return 0, err
		}
		if r.Eliminacion.Estado == "COMPLETADA" {
			return time.Since(desde), nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	return 0, errors.New("a single deletion did not complete")
}

// partes measures how five operadores with equal backlogs share the work.
func (b *banco) partes(ctx context.Context, pesos map[string]int) error {
	const cuantos = 5
	i, err := b.conAtraso(ctx, func(a almacen) error {
		for n := range cuantos {
			if _, _, err := atrasar(ctx, a, fmt.Sprintf("op%d", n), atrasoParejo, 0); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for o, p := range pesos {
		i = i.con(fmt.Sprintf("CARPETA_PESOS=%s=%d", o, p))
	}
	s, err := i.arrancar(ctx)
	if err != nil {
		return err
	}
	defer s.parar() //nolint:errcheck // the figures are taken
	antes, err := s.hasta(ctx, time.Minute, pausaMetricas, func(m metricas) bool { return m[completadas] >= 1000 })
	if err != nil {
		return err
	}
	// Until a fifth of the work is left: everybody has some.
	despues, err := s.hasta(ctx, time.Minute, pausaMetricas, func(m metricas) bool {
		return m[completadas]-antes[completadas] >= atrasoParejo*cuantos*2/5
	})
	if err != nil {
		return err
	}
	var partes []float64
	for n := range cuantos {
		k := fmt.Sprintf(despachadas, fmt.Sprintf("op%d", n))
		partes = append(partes, (despues[k]-antes[k])/float64(max(pesos[fmt.Sprintf("op%d", n)], 1)))
	}
	j, que := jain(partes), "equal weights"
	if len(pesos) > 0 {
		que = "one of double weight, by weight"
	}
	b.informe.anotar("Jain index of five operadores with a backlog, "+que, "≥ 0.99", si(j >= minJain), "%.4f (messages dispatched by weight: %.0f)", j, partes)
	return nil
}

// jain is Jain's fairness index: 1 if all are equal, 1/n if one has everything.
func jain(xs []float64) float64 {
	var suma, cuadrados float64
	for _, x := range xs {
		suma += x
		cuadrados += x * x
	}
	if cuadrados == 0 {
		return 0
	}
	return suma * suma / (float64(len(xs)) * cuadrados)
}
