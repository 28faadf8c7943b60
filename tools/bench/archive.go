package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/archivado"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// archiving counts what is archived.
type archiving struct{ events, failed int }

func (a *archiving) Archivado(events int)           { a.events += events }
func (a *archiving) RetrasoArchivado(time.Duration) {}
func (a *archiving) ArchivadoFallido()              { a.failed++ }

// archiveTrail archives all of a trail in one pass, three days after its end.
func (b *bench) archiveTrail(ctx context.Context, t *trail, profile string) error {
	marks, ok := t.s.(reconciliacion.Marcas)
	if profile != embedded || !ok { // the emulator's processor would be measured
		return nil
	}
	disk, err := diskblob.OpenSellos(filepath.Join(b.dir, "archivado"))
	if err != nil {
		return err
	}
	objects, told := &countedObjects{Objects: disk}, &archiving{}
	a := archivado.New(archivado.Config{
		Rastro: t.s, Objetos: objects, Marcas: marks, Dueno: "bench", Clock: func() time.Time { return t.last.AddDate(0, 0, 3) },
		Log: slog.New(slog.DiscardHandler), Metrics: told,
	})
	since := time.Now()
	took, err := processor(func() error { return a.Pasar(ctx) })
	if err = errors.Join(err, disk.Close()); err != nil {
		return err
	}
	if told.events < t.n {
		return fmt.Errorf("%d of %d events were archived", told.events, t.n)
	}
	each := float64(objects.written.Load()) / float64(told.events)
	b.report.note("archive of a million events, 30 days of one operador", "", uncapped, "%s, %.0f bytes an event; %.0f events/s, %s of processor an event",
		objects.perMillion(told.events), each, float64(told.events)/time.Since(since).Seconds(), (took / time.Duration(told.events)).Round(100*time.Nanosecond))
	return nil
}
