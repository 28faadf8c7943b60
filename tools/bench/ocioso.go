package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

const (
	operadoresOcioso = 100
	maxRCU           = 2.0
	hastaLaCalma     = 100 * time.Second // 5 + 10 + 20 + 40 s, a quarter more for jitter
	medidaOcioso     = 90 * time.Second
)

// medirOcioso: what a process costs that has nothing to do, with many operadores.
func medirOcioso(ctx context.Context, b *banco) error {
	i, err := b.instalar(ctx, distributed)
	if err != nil {
		return err
	}
	if err := i.conHistoria(ctx); err != nil {
		return err
	}
	s, err := i.arrancar(ctx)
	if err != nil {
		return err
	}
	defer s.parar() //nolint:errcheck // the figures are taken
	if _, err := s.hasta(ctx, time.Minute, pausaMetricas, func(m metricas) bool { return m[completadas] >= operadoresOcioso }); err != nil {
		return err
	}
	// The first reading has an answer at once: only after its pauses does it tell.
	for _, pausa := range []time.Duration{hastaLaCalma, medidaOcioso} {
		antes, err := s.metricas(ctx)
		if err != nil {
			return err
		}
		select {
		case <-time.After(pausa):
		case <-ctx.Done():
			return ctx.Err()
		}
		despues, err := s.metricas(ctx)
		if err != nil {
			return err
		}
		if pausa == medidaOcioso {
			d := despues.menos(antes)
			rcu := suma(d.porOperacion(unidadesDelStore)) / pausa.Seconds()
			b.informe.anotar(fmt.Sprintf("idle process, %d operadores, reads of the sweeper", operadoresOcioso), "≤ 2 RCU/s", si(rcu > 0 && rcu <= maxRCU),
				"%.2f RCU/s, %.2f calls/s (%s in %.0f s)", rcu, suma(d.porOperacion(llamadasAlStore))/pausa.Seconds(), porCada(d.porOperacion(llamadasAlStore), 1), pausa.Seconds())
		}
	}
	return nil
}

// conHistoria gives every operador one deletion, which makes it known.
func (i *instalacion) conHistoria(ctx context.Context) error {
	store, err := dynamostore.New(ctx, dynamostore.Opciones{Endpoint: i.dynamodb, Prefijo: i.prefijo, PlazoTotal: paciencia, Reloj: time.Now})
	if err != nil {
		return err
	}
	defer store.Close()
	for n := range operadoresOcioso {
		if _, _, err := atrasar(ctx, store, fmt.Sprintf("operador-%03d", n), 1, 0); err != nil {
			return errors.Join(fmt.Errorf("operador %d", n), err)
		}
	}
	return nil
}
