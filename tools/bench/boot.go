package main

import (
	"context"
	"errors"
	"time"
)

const (
	boots          = 10
	maxBoot        = 300 * time.Millisecond
	maxResident    = 60.0 // MiB
	rest           = 5 * time.Second
	carpetasSeed   = 100
	documentosSeed = 200
)

// measureBoot: an embedded server from exec to /readyz, and its memory at rest.
func measureBoot(ctx context.Context, b *bench) error {
	var fresh, filled sample
	for range boots {
		i, err := b.install(ctx, embedded)
		if err != nil {
			return err
		}
		if _, err := i.bootAndStop(ctx, &fresh, 0); err != nil {
			return err
		}
	}
	i, err := b.install(ctx, embedded)
	if err != nil {
		return err
	}
	if _, err := i.sembrar(ctx, carpetasSeed, documentosSeed); err != nil {
		return err
	}
	for range boots {
		if _, err := i.bootAndStop(ctx, &filled, 0); err != nil {
			return err
		}
	}
	memory, err := i.bootAndStop(ctx, &filled, rest)
	if err != nil {
		return err
	}
	b.report.note("embedded, exec to ready, new data folder", "< 0.3 s", holdsIf(fresh.median() < maxBoot), "%s", fresh)
	b.report.note("embedded, exec to ready, 20000 documents", "< 0.3 s", holdsIf(filled.median() < maxBoot), "%s", filled)
	b.report.note("embedded, resident 5 s after the start", "< 60 MB", holdsIf(memory < maxResident), "%.1f MiB", memory)
	return nil
}

// bootAndStop adds the time of a start and, after a rest, reads the memory in MiB.
func (i *installation) bootAndStop(ctx context.Context, times *sample, rest time.Duration) (memory float64, err error) {
	s, err := i.boot(ctx)
	if err != nil {
		return 0, err
	}
	*times = append(*times, s.readyIn)
	time.Sleep(rest)
	memory, err = resident(s.cmd.Process.Pid)
	return memory, errors.Join(err, s.stop())
}
