package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"time"
)

// The drill of docs/objetivos.md: a data folder is lost, and comes back from its last snapshot.
const (
	carpetasLost  = 20
	maxRecovery   = time.Hour       // RTO
	maxLoss       = 5 * time.Minute // RPO
	snapshotsEach = 4 * time.Minute // between the beginnings of two
)

// recovery is a vault of snapshots of an installation.
type recovery struct {
	*installation
	vault string
}

// measureRecovery: a snapshot is made beside the running server, twice; the folder is put back elsewhere, and served.
func measureRecovery(ctx context.Context, b *bench) error {
	i, err := b.install(ctx, embedded)
	if err != nil {
		return err
	}
	if _, err := i.sembrar(ctx, carpetasLost, documentosSeed, "--archivos"); err != nil {
		return err
	}
	s, err := i.boot(ctx)
	if err != nil {
		return err
	}
	r := &recovery{i, filepath.Join(i.dir, "respaldos")}
	first, files, err := r.snapshot(ctx)
	if err != nil {
		return err
	}
	again, _, err := r.snapshot(ctx)
	if err != nil {
		return err
	}
	if err := s.stop(); err != nil {
		return err
	}
	back, err := r.comeBack(ctx)
	if err != nil {
		return err
	}
	b.report.note("snapshot of 4,000 documents with their files, the first", "", uncapped, "%.1f s, %.0f files a second", first.Seconds(), float64(files)/first.Seconds())
	b.report.note("snapshot of them when few changed: what is lost if one begins every 4 min", "≤ 5 min", holdsIf(snapshotsEach+again <= maxLoss),
		"%.1f s: %s", again.Seconds(), (snapshotsEach + again).Round(time.Second))
	b.report.note("restored, every byte compared, started and ready", "≤ 60 min", holdsIf(back <= maxRecovery), "%.1f s, %.0f files a second", back.Seconds(), float64(files)/back.Seconds())
	return nil
}

func (r *recovery) snapshot(ctx context.Context) (took time.Duration, files int, _ error) {
	since := time.Now()
	text, err := r.run(ctx, "respaldo", "crear", "--ritmo", "0", "--en", r.vault) // as fast as it goes: with a pause it yields to every other process
	if err != nil {
		return 0, 0, err
	}
	took = time.Since(since)
	var told struct {
		Files int `json:"archivos"`
	}
	err = json.Unmarshal(text, &told)
	return took, told.Files, err
}

// comeBack restores the last snapshot into a folder of its own, serves it, and has the program look for damage.
func (r *recovery) comeBack(ctx context.Context) (time.Duration, error) {
	other := r.with("CARPETA_DATA_DIR=" + filepath.Join(r.dir, "vuelta"))
	since := time.Now()
	if _, err := other.run(ctx, "respaldo", "restaurar", "--de", r.vault); err != nil {
		return 0, err
	}
	s, err := other.boot(ctx)
	if err != nil {
		return 0, err
	}
	took := time.Since(since)
	if err := s.stop(); err != nil {
		return 0, err
	}
	_, err = other.run(ctx, "reconciliacion", "ejecutar", "--ritmo", "0") // fails if anything is missing or left over
	return took, err
}
