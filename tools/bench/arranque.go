package main

import (
	"context"
	"time"
)

const (
	arranques       = 10
	maxArranque     = 300 * time.Millisecond
	maxResidente    = 60.0 // MiB
	reposo          = 5 * time.Second
	carpetasSeed    = 100
	documentosSeed  = 200
	minVelocidadSed = 5000.0 // documents/s
)

// medirArranque: an embedded server from exec to /readyz, its memory at rest,
// and the speed of seeding.
func medirArranque(ctx context.Context, b *banco) error {
	var nuevos, llenos muestra
	for range arranques {
		i, err := b.instalar(ctx, embedded)
		if err != nil {
			return err
		}
		if err := i.arrancarYParar(ctx, &nuevos, 0, nil); err != nil {
			return err
		}
	}
	b.informe.anotar("embedded, exec to ready, new data folder", "< 0.3 s", si(nuevos.mediana() < maxArranque), "%s", nuevos)

	i, err := b.instalar(ctx, embedded)
	if err != nil {
		return err
	}
	_, duracion, err := i.sembrar(ctx, carpetasSeed, documentosSeed)
	if err != nil {
		return err
	}
	velocidad := carpetasSeed * documentosSeed / duracion.Seconds()
	b.informe.anotar("embedded, seed", "≥ 5000 documents/s", si(velocidad >= minVelocidadSed), "%.0f documents/s (%d×%d, start of the process included)", velocidad, carpetasSeed, documentosSeed)

	for range arranques {
		if err := i.arrancarYParar(ctx, &llenos, 0, nil); err != nil {
			return err
		}
	}
	b.informe.anotar("embedded, exec to ready, 20000 documents", "< 0.3 s", si(llenos.mediana() < maxArranque), "%s", llenos)
	var memoria float64
	if err := i.arrancarYParar(ctx, &llenos, reposo, &memoria); err != nil {
		return err
	}
	b.informe.anotar("embedded, resident 5 s after the start", "< 60 MB", si(memoria < maxResidente), "%.1f MiB", memoria)
	return nil
}

// arrancarYParar adds the time of a start and, after a rest, reads the memory.
func (i *instalacion) arrancarYParar(ctx context.Context, tiempos *muestra, reposo time.Duration, memoria *float64) error {
	s, err := i.arrancar(ctx)
	if err != nil {
		return err
	}
	*tiempos = append(*tiempos, s.listoEn)
	if memoria != nil {
		time.Sleep(reposo)
		if *memoria, err = residente(s.cmd.Process.Pid); err != nil {
			return err
		}
	}
	return s.parar()
}
