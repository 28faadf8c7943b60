package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// The figures of issue 12: an export of the trail, embedded.
const (
	exported     = 200_000
	minExport    = 20_000 // events a second
	maxExportMiB = 64
	exporter     = "operador-1"
)

// measureExport reads a long trail in both formats.
func measureExport(ctx context.Context, b *bench) error {
	i, err := b.install(ctx, embedded)
	if err != nil {
		return err
	}
	if err := i.fillTrail(ctx, exported); err != nil {
		return err
	}
	s, err := i.boot(ctx)
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	token, err := b.emisor.withRol("exporta", "operador", exporter)
	if err != nil {
		return err
	}
	for _, media := range []string{"application/jsonl", "text/csv"} {
		if err := b.export(ctx, s, token, media); err != nil {
			return fmt.Errorf("%s: %w", media, err)
		}
	}
	return nil
}

// fillTrail writes events like those of a busy operador.
func (i *installation) fillTrail(ctx context.Context, n int) error {
	store, err := boltstore.Open(boltstore.Config{Dir: filepath.Join(i.dir, "datos")})
	if err != nil {
		return err
	}
	var scribe auditoria.Escribano
	batch := make([]auditoria.Evento, 0, 1000)
	for k := range n {
		id := fmt.Sprintf("0199%04x-0000-7000-8000-%012x", k%1000, k)
		batch = append(batch, scribe.Levantar(ctx, auditoria.Evento{
			Tipo: auditoria.Tipos[k%len(auditoria.Tipos)], OperadorID: exporter, CorrelacionID: id, CarpetaID: id, DocumentoID: id,
			Recurso: auditoria.Recurso{Tipo: "documento", ID: id}, Actor: auditoria.Actor{Tipo: "ciudadano", ID: "1020304050"},
			Datos: map[string]string{"paso": "MINIO_CLEANUP", "secuencia": "2"},
		}))
		if len(batch) == cap(batch) || k == n-1 {
			if err := store.Anotar(ctx, batch...); err != nil {
				return errors.Join(err, store.Close())
			}
			batch = batch[:0]
		}
	}
	return store.Close()
}

func (b *bench) export(ctx context.Context, s *server, token, media string) error {
	var peak atomic.Int64
	watching, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for ; watching.Err() == nil; <-tick.C {
			if kb := anonymous(s.cmd.Process.Pid); kb > peak.Load() {
				peak.Store(kb)
			}
		}
	}()
	since := time.Now()
	events, bytes, err := readExport(ctx, s.api, token, media)
	took := time.Since(since)
	if err != nil {
		return err
	}
	rate, mib := float64(events)/took.Seconds(), float64(peak.Load())/1024
	b.report.note("export of the trail, "+media, "≥ 20,000 events/s in ≤ 64 MiB", holdsIf(rate >= minExport && mib <= maxExportMiB && events >= exported),
		"%.0f events/s (%d events, %.0f MB); %.0f MiB of the process's own memory", rate, events, float64(bytes)/1e6, mib)
	return nil
}

// anonymous is the memory of a process in KiB without the pages of its files: bbolt maps its own.
func anonymous(pid int) (kb int64) {
	_, _ = fmt.Sscanf(campo(fmt.Sprintf("/proc/%d/status", pid), "RssAnon"), "%d kB", &kb) // 0 once it has ended
	return kb
}

func readExport(ctx context.Context, api, token, media string) (events, bytes int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, api+"/api/v1/audit/events", nil)
	if err != nil {
		return 0, 0, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept", media)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		var p map[string]any
		return 0, 0, errors.Join(errors.New(resp.Status), json.NewDecoder(resp.Body).Decode(&p), fmt.Errorf("%v", p))
	}
	for lines := bufio.NewReaderSize(resp.Body, 1<<16); ; events++ {
		line, err := lines.ReadSlice('\n')
		bytes += len(line)
		if errors.Is(err, io.EOF) {
			return events, bytes, nil
		}
		if err != nil {
			return events, bytes, err
		}
	}
}
