package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// Pages at fixed moments while a backup is made, and while none is, in turns.
const (
	backupRate   = 200 // pages a second
	backupRounds = 2
	backupQuiet  = 30 // turns of a round without a backup; with one there are as many as it lasts
	backupBudget = 1.05
	fillingFile  = 4 << 20
)

// backedUp is what `carpeta respaldo` prints.
type backedUp struct {
	Bytes    int64
	NewBytes int64 `json:"bytesNuevos"`
	Millis   int64 `json:"duracionMs"`
}

func (s backedUp) String() string {
	return fmt.Sprintf("%.1f GB in %.0f s, %.0f MB of them new", float64(s.Bytes)/1e9, float64(s.Millis)/1000, float64(s.NewBytes)/1e6)
}

// measureBackup compares how long pages are waited for with a backup beside them and without, embedded.
func measureBackup(ctx context.Context, b *bench) (err error) {
	i, err := b.install(ctx, embedded)
	if err != nil {
		return err
	}
	lines, _, err := i.sembrar(ctx, 1, few, "--archivos")
	if err != nil {
		return err
	}
	token, err := b.emisor.token(lines[0].CiudadanoID)
	if err != nil {
		return err
	}
	if err := i.fill(ctx, b.backupMiB<<20/fillingFile); err != nil {
		return err
	}
	s, err := i.with("CARPETA_RATE_PER_SECOND=0").boot(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	p := &pressed{c: &contender{pid: s.cmd.Process.Pid}, wide: s.client(rateConnections)}
	defer p.wide.close()
	turn := func(counts bool) error {
		return p.turn(ctx, token, body(filaQuery, map[string]any{"c": lines[0].CarpetaID}), backupRate, counts)
	}
	if err := turn(false); err != nil {
		return err
	}
	m := backupTimes{installation: i, p: p, turn: turn}
	for round := range backupRounds {
		if err := m.round(ctx, filepath.Join(i.dir, "respaldos-"+strconv.Itoa(round))); err != nil {
			return err
		}
	}
	return m.note()
}

// backupTimes is how long pages were waited for.
type backupTimes struct {
	*installation

	p             *pressed
	turn          func(counts bool) error
	without, with sample
	first, second backedUp // of a round: everything, and then nothing new
}

func (m *backupTimes) round(ctx context.Context, vault string) (err error) {
	for range backupQuiet {
		if err := m.turn(true); err != nil {
			return err
		}
	}
	m.without, m.p.waited = append(m.without, m.p.waited...), nil
	if m.first, err = m.beside(ctx, vault); err != nil {
		return err
	}
	m.with, m.p.waited = append(m.with, m.p.waited...), nil
	if m.second, err = m.backUp(ctx, vault); err != nil {
		return err
	}
	return os.RemoveAll(vault)
}

// beside makes a backup while pages are asked for. A turn counts if the backup outlasted it.
func (m *backupTimes) beside(ctx context.Context, vault string) (s backedUp, err error) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s, err = m.backUp(ctx, vault)
	}()
	for {
		before := len(m.p.waited)
		failed := m.turn(true)
		select {
		case <-ended:
			m.p.waited = m.p.waited[:before]
			return s, errors.Join(failed, err)
		default:
		}
		if failed != nil {
			<-ended
			return s, failed
		}
	}
}

func (m *backupTimes) note() error {
	if m.p.failed > 0 {
		return fmt.Errorf("%d pages failed: %w", m.p.failed, m.p.why)
	}
	if len(m.with) == 0 {
		return errors.New("the backup ended before a turn did: give it more with -respaldo-mib")
	}
	r := ratio(m.with.percentil(99), m.without.percentil(99))
	m.bench.report.note(fmt.Sprintf("p99 of a page at %d/s beside a backup / without, embedded", backupRate), "≤ 1.05 at 10 GB", holdsIf(r <= backupBudget),
		"%.3f: without p50 %s, p99 %s (n=%d), with p50 %s, p99 %s (n=%d); the backup: %s", r,
		ms(m.without.median()), ms(m.without.percentil(99)), len(m.without), ms(m.with.median()), ms(m.with.percentil(99)), len(m.with), m.first)
	m.bench.report.note("a second backup of the same, embedded", "", uncapped, "%s", m.second)
	return nil
}

// fill writes so many files that no other is like into the data folder, where everything is backed up.
func (i *installation) fill(ctx context.Context, files int) error {
	dir := filepath.Join(i.dir, "datos", "sellos", "vigentes", "relleno")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	content := make([]byte, fillingFile)
	for n := range files {
		_, _ = rand.Read(content) // never fails
		if err := errors.Join(ctx.Err(), os.WriteFile(filepath.Join(dir, strconv.Itoa(n)), content, 0o600)); err != nil {
			return fmt.Errorf("%w; -respaldo-mib says how much is written, and it needs twice as much room", err)
		}
	}
	return nil
}

// backUp makes a backup as somebody does in a shell: the timer's unit takes no more from it than it takes from itself.
func (i *installation) backUp(ctx context.Context, vault string) (s backedUp, err error) {
	cmd := exec.CommandContext(ctx, i.bench.bin, "respaldo", "--en", vault)
	cmd.Env = append(setting(), i.env...)
	var errw bytes.Buffer
	cmd.Stderr = &errw
	output, err := cmd.Output()
	if err != nil {
		return s, fmt.Errorf("carpeta respaldo: %w: %s", err, bytes.TrimSpace(errw.Bytes()))
	}
	return s, json.Unmarshal(output, &s)
}
