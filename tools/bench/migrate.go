package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A move of one server into the tables, in turns with the plainest writer of the same items.
const (
	moveEach   = 200 // documents of a carpeta
	moveFiles  = 10  // carpetas of the move that has files
	moveRounds = 3
	minMove    = 2000.0 // documents/s; or what the emulator takes
	atTheLimit = 0.9    // of the plainest means
)

// measureMove says how fast `carpeta migrar` moves documents, and how fast the emulator takes and gives them.
func measureMove(ctx context.Context, b *bench) error {
	from, err := b.install(ctx, embedded)
	if err != nil {
		return err
	}
	carpetas := max(b.moveDocumentos/moveEach, 1)
	if _, _, err := from.sembrar(ctx, carpetas, moveEach); err != nil {
		return err
	}
	m := moves{bench: b, documents: carpetas * moveEach}
	for range moveRounds {
		if err := m.round(ctx, from); err != nil {
			return err
		}
	}
	m.note()
	return b.moveWithFiles(ctx)
}

// moves are the rounds of one measurement.
type moves struct {
	bench     *bench
	documents int

	moved, written, both sample // of each round: the command, the plain writer, and that with reading back
	commandCPU, emulatorCPU,
	plainEmulatorCPU time.Duration
}

func (m *moves) round(ctx context.Context, from *installation) error {
	to, err := m.bench.moveTarget(ctx, from)
	if err != nil {
		return err
	}
	busy, err := to.emulator()
	if err != nil {
		return err
	}
	took, spent, err := from.moveTo(ctx, to)
	if err != nil {
		return err
	}
	m.moved, m.commandCPU, m.emulatorCPU = append(m.moved, took), m.commandCPU+spent, m.emulatorCPU+busy()
	items, err := to.documentItems(ctx)
	if err != nil {
		return err
	}
	if len(items) != m.documents {
		return fmt.Errorf("%d documents moved, want %d", len(items), m.documents)
	}
	other, err := m.bench.install(ctx, distributed)
	if err != nil {
		return err
	}
	if busy, err = other.emulator(); err != nil {
		return err
	}
	written, readBack, err := other.writePlainly(ctx, items)
	if err != nil {
		return err
	}
	m.written, m.both, m.plainEmulatorCPU = append(m.written, written), append(m.both, written+readBack), m.plainEmulatorCPU+busy()
	return nil
}

func (m *moves) note() {
	rate := func(d time.Duration) float64 { return float64(m.documents) / d.Seconds() }
	each := func(d time.Duration) float64 { return millis(d) / float64(m.documents*len(m.moved)) }
	moved, plain := m.moved.median(), m.both.median()
	r := ratio(plain, moved)
	m.bench.report.note("carpeta migrar, embedded → distributed", "≥ 2000 documents/s, or ≥ 0.9 of the plainest means",
		holdsIf(rate(moved) >= minMove || r >= atTheLimit),
		"%.0f documents/s (%d, start of the process included; n=%d); BatchWriteItem of the same items, %d calls at a time: %.0f/s, and read back by Query %.0f/s: %.2f × that; "+
			"CPU ms each: carpeta %.2f, dynamodb %.2f, of the plain ones dynamodb %.2f",
		rate(moved), m.documents, len(m.moved), plainCalls, rate(m.written.median()), rate(plain), r,
		each(m.commandCPU), each(m.emulatorCPU), each(m.plainEmulatorCPU))
}

// moveWithFiles: each document has a file of some KiB, which goes to S3 first.
func (b *bench) moveWithFiles(ctx context.Context) error {
	from, err := b.install(ctx, embedded)
	if err != nil {
		return err
	}
	if _, _, err := from.sembrar(ctx, moveFiles, moveEach, "--archivos"); err != nil {
		return err
	}
	to, err := b.moveTarget(ctx, from)
	if err != nil {
		return err
	}
	took, spent, err := from.moveTo(ctx, to)
	if err != nil {
		return err
	}
	n := moveFiles * moveEach
	b.report.note("carpeta migrar, each document with its file", "", uncapped, "%.0f documents/s (%d); CPU ms each: carpeta %.2f", float64(n)/took.Seconds(), n, millis(spent)/float64(n))
	return nil
}

// moveTarget is an empty installation with the keys of the server that moves.
func (b *bench) moveTarget(ctx context.Context, from *installation) (*installation, error) {
	to, err := b.install(ctx, distributed)
	if err != nil {
		return nil, err
	}
	key, err := os.ReadFile(filepath.Join(from.data(), "cursores.key"))
	return to.with("CARPETA_CURSOR_KEYS=local:"+base64.StdEncoding.EncodeToString(key), "CARPETA_SELLO_LLAVES="+filepath.Join(from.data(), "sello.llaves"),
		"CARPETA_SELLO_BUCKET="+to.prefix+"sellos"), err
}

// data is the data folder.
func (i *installation) data() string { return filepath.Join(i.dir, "datos") }

// moveTo moves all of it, as its server has stopped; it says how long the command took, and what of the processor.
func (i *installation) moveTo(ctx context.Context, to *installation) (took, spent time.Duration, err error) {
	if err := os.RemoveAll(filepath.Join(i.data(), "migrada")); err != nil { // it may move again: to other tables
		return 0, 0, err
	}
	cmd := exec.CommandContext(ctx, i.bench.bin, "migrar", "--de", i.data())
	cmd.Env = append(setting(), to.env...)
	var errw bytes.Buffer
	cmd.Stderr = &errw
	since := time.Now()
	err = cmd.Run()
	took = time.Since(since)
	if err != nil {
		said := bytes.Split(bytes.TrimSpace(errw.Bytes()), []byte("\n"))
		return 0, 0, fmt.Errorf("carpeta migrar: %w: %s", err, said[len(said)-1]) // why it ended; before that it told how far it was
	}
	return took, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// emulator tells the processor time that the emulator uses from now on.
func (i *installation) emulator() (since func() time.Duration, err error) {
	u, err := url.Parse(i.dynamodb)
	if err != nil {
		return nil, err
	}
	pid, found := whoListens(u.Port())
	if !found {
		return nil, errors.New("the emulator's process is not on this machine")
	}
	before, err := cpu(pid)
	return func() time.Duration {
		now, _ := cpu(pid) // it runs until the bench ends
		return now - before
	}, err
}
