package main

import (
	"context"
	"fmt"
	"time"
)

// The figures of issue 11: a large file in parts, over a connection that is cut.
const (
	uploadBytes   = 1 << 30
	uploadCuts    = 5
	maxUploadGrow = 32.0 // MiB of the server
)

// measureUploads sends a file of 1 GiB, and looks at the memory of the server.
func measureUploads(ctx context.Context, b *bench) error {
	for _, profile := range profiles {
		if err := b.uploadIn(ctx, profile); err != nil {
			return fmt.Errorf("%s: %w", profile, err)
		}
	}
	return nil
}

func (b *bench) uploadIn(ctx context.Context, profile string) error {
	i, err := b.install(ctx, profile)
	if err != nil {
		return err
	}
	lines, _, err := i.sembrar(ctx, 1, 1)
	if err != nil {
		return err
	}
	s, err := i.with(fmt.Sprint("CARPETA_UPLOAD_MAX_BYTES=", 2*uploadBytes)).boot(ctx)
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	token, err := b.emisor.token(lines[0].CiudadanoID)
	if err != nil {
		return err
	}
	u := &upload{s: s, c: s.client(1), token: token, carpetaID: lines[0].CarpetaID}
	defer u.c.close()
	if err := u.send(ctx, 3*partOfBench, 0); err != nil { // what every upload needs once
		return err
	}
	before, err := resident(s.cmd.Process.Pid)
	if err != nil {
		return err
	}
	u.sent, u.lost = 0, 0
	watch := watchMemory(ctx, s.cmd.Process.Pid)
	since := time.Now()
	err = u.send(ctx, uploadBytes, uploadCuts)
	took, most := time.Since(since), watch()
	if err != nil {
		return err
	}
	b.report.note("1 GiB in parts, memory of the server, "+profile, "+32 MiB", holdsIf(most-before <= maxUploadGrow),
		"+%.0f MiB (%.0f before); %.0f MiB/s, the confirmation in %d runs, %.1f s", most-before, before, uploadBytes/1048576/took.Seconds(), u.runs, u.confirming.Seconds())
	b.report.note("1 GiB in parts, five cuts, "+profile, "≤ one part each", holdsIf(u.lost <= uploadCuts*partOfBench),
		"%.1f MiB sent again; every other part stayed", float64(u.lost)/1048576)
	return nil
}

// watchMemory follows the resident memory of a process; the result is the most, in MiB.
func watchMemory(ctx context.Context, pid int) func() float64 {
	ctx, stop := context.WithCancel(ctx)
	most := make(chan float64)
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		peak := 0.0
		for {
			if now, err := resident(pid); err == nil {
				peak = max(peak, now)
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				most <- peak
				return
			}
		}
	}()
	return func() float64 { stop(); return <-most }
}
