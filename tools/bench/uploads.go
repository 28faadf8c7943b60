package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// A large file, which carpeta documento importar sends in parts.
const (
	uploadBytes   = 1 << 30
	maxUploadGrow = 32.0 // MiB of the server
)

// largeUpload sends a file of 1 GiB, and looks at the memory of the server.
func (b *bench) largeUpload(ctx context.Context, profile string) error {
	v, err := b.visit(ctx, profile, []int{1}, fmt.Sprint("CARPETA_UPLOAD_MAX_BYTES=", 2*uploadBytes))
	if err != nil {
		return err
	}
	defer v.close()                             //nolint:errcheck // the figures are taken
	if err := v.send(ctx, 32<<20); err != nil { // what every upload needs once
		return err
	}
	pid := v.server.cmd.Process.Pid
	before := own(pid)
	watch := watchMemory(ctx, pid)
	since := time.Now()
	err = v.send(ctx, uploadBytes)
	took, most := time.Since(since), watch()
	if err != nil {
		return err
	}
	b.report.note("1 GiB in parts, memory of the server, "+profile, "+32 MiB", holdsIf(most-before <= maxUploadGrow),
		"+%.0f MiB (%.0f before); %.0f MiB/s, with its hashes and its confirmation", most-before, before, uploadBytes/1048576/took.Seconds())
	return nil
}

// send sends a file of zeros.
func (v *visit) send(ctx context.Context, size int64) error {
	dir, err := os.MkdirTemp(v.dir, "archivos-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // the bench's folder goes too
	file := filepath.Join(dir, fmt.Sprintf("%d.bin", size))
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		return err
	}
	if err := os.Truncate(file, size); err != nil {
		return err
	}
	_, err = v.run(ctx, "documento", "importar", "--url", v.server.api, "--token", v.owners[0].token, "--carpeta", v.owners[0].CarpetaID, "--dir", dir)
	return err
}

// watchMemory follows the memory of a process; the result is the most, in MiB.
func watchMemory(ctx context.Context, pid int) func() float64 {
	ctx, stop := context.WithCancel(ctx)
	most := make(chan float64)
	go func() {
		peak := own(pid)
		for pauseFor(ctx, 20*time.Millisecond) == nil {
			peak = max(peak, own(pid))
		}
		most <- peak
	}()
	return func() float64 { stop(); return <-most }
}
