package main

import (
	"context"
	"time"
)

const (
	boots          = 10
	maxBoot        = 300 * time.Millisecond
	maxResident    = 60.0 // MiB
	rest           = 5 * time.Second
	carpetasSeed   = 100
	documentosSeed = 200
	minSpeedThirst = 5000.0 // documents/s
)

// medirArranque: an embedded server from exec to /readyz, its memory at rest,
// and the speed of seeding.
func measureBoot(ctx context.Context, b *bench) error {
	var fresh, filled sample
	for range boots {
		i, err := b.install(ctx, embedded)
		if err != nil {
			return err
		}
		if err := i.bootAndStop(ctx, &fresh, 0, nil); err != nil {
			return err
		}
	}
	b.report.note("embedded, exec to ready, new data folder", "< 0.3 s", holdsIf(fresh.median() < maxBoot), "%s", fresh)

	i, err := b.install(ctx, embedded)
	if err != nil {
		return err
	}
	_, duracion, err := i.sembrar(ctx, carpetasSeed, documentosSeed)
	if err != nil {
		return err
	}
	speed := carpetasSeed * documentosSeed / duracion.Seconds()
	b.report.note("embedded, seed", "≥ 5000 documents/s", holdsIf(speed >= minSpeedThirst), "%.0f documents/s (%d×%d, start of the process included)", speed, carpetasSeed, documentosSeed)

	for range boots {
		if err := i.bootAndStop(ctx, &filled, 0, nil); err != nil {
			return err
		}
	}
	b.report.note("embedded, exec to ready, 20000 documents", "< 0.3 s", holdsIf(filled.median() < maxBoot), "%s", filled)
	var memory float64
	if err := i.bootAndStop(ctx, &filled, rest, &memory); err != nil {
		return err
	}
	b.report.note("embedded, resident 5 s after the start", "< 60 MB", holdsIf(memory < maxResident), "%.1f MiB", memory)
	return nil
}

// bootAndStop adds the time of a start and, after a rest, reads the memory.
func (i *installation) bootAndStop(ctx context.Context, times *sample, rest time.Duration, memory *float64) error {
	s, err := i.boot(ctx)
	if err != nil {
		return err
	}
	*times = append(*times, s.readyIn)
	if memory != nil {
		time.Sleep(rest)
		if *memory, err = resident(s.cmd.Process.Pid); err != nil {
			return err
		}
	}
	return s.stop()
}
