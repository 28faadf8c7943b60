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

// largeUpload sends a file of 1 GiB, and looks at the memory of the server.
func (b *bench) largeUpload(ctx context.Context, profile string) error {
	v, err := b.visit(ctx, profile, []int{1}, fmt.Sprint("CARPETA_UPLOAD_MAX_BYTES=", 2*uploadBytes))
	if err != nil {
		return err
	}
	defer v.close() //nolint:errcheck // the figures are taken
	u := &upload{s: v.server, c: v.client, token: v.owners[0].token, carpetaID: v.owners[0].CarpetaID}
	if err := u.send(ctx, 3*partOfBench, 0); err != nil { // what every upload needs once
		return err
	}
	pid := v.server.cmd.Process.Pid
	before, err := resident(pid)
	if err != nil {
		return err
	}
	u.sent, u.lost = 0, 0
	watch := watchMemory(ctx, pid)
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
