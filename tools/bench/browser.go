package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
)

const (
	browserRows   = 10_000
	browserHashed = 1 << 10 // MiB
	// Budgets that hold on every machine. Times do not: they are printed, with what a quiet machine is to keep. What the
	// application weighs is a budget of its build.
	browserLines = 40
	browserHeap  = 150e6
	browserRatio = 2.0
)

// frames are what a browser drew meanwhile, and what that cost.
type frames struct{ Count, Long, Longest, CPUMs int }

func (f frames) String() string {
	return fmt.Sprintf("%d frames, %.1f %% over 33 ms, longest %d ms", f.Count, 100*float64(f.Long)/float64(max(f.Count, 1)), f.Longest)
}

func (f frames) each() float64 { return float64(f.CPUMs) / float64(max(f.Count, 1)) }

// browserFigures are what e2e/app/cifras.mjs prints.
type browserFigures struct {
	FirstLoadBytes, FirstRowMs, OutsideRequests int
	LoadAllMs, LoadAllCPUMs, MostRows           int
	LateToEarly, HeapBytes                      float64
	Scroll, Fling, Hashing                      frames
	InteractionMs, DeleteShownMs, GoneMs        int
	HashMs                                      int
}

// measureBrowser uses the citizen's application in a headless Chromium, with a folder of 10,000 documents.
func measureBrowser(ctx context.Context, b *bench) error {
	if missing := missingForBrowser(); missing != "" {
		b.report.note("the application in a browser", "", short, "NOT RUN: %s is missing", missing)
		return nil
	}
	i, err := b.install(ctx, embedded)
	if err != nil {
		return err
	}
	lines, _, err := i.sembrar(ctx, 1, browserRows)
	if err != nil {
		return err
	}
	s, err := i.boot(ctx)
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	token, err := b.emisor.token(lines[0].CiudadanoID)
	if err != nil {
		return err
	}
	f, err := browse(ctx, s.api, token)
	if err != nil {
		return err
	}
	f.note(b.report)
	return nil
}

// missingForBrowser names the first thing that is not here and has to be; empty if everything is.
func missingForBrowser() string {
	for _, program := range []string{"node", "chromium"} {
		if _, err := exec.LookPath(program); err != nil {
			return program
		}
	}
	for _, file := range []string{"web/node_modules/playwright-core", "web/app/dist/index.html"} {
		if _, err := os.Stat(file); err != nil {
			return file + " (make web)"
		}
	}
	return ""
}

func browse(ctx context.Context, url, token string) (*browserFigures, error) {
	cmd := exec.CommandContext(ctx, "node", "e2e/app/cifras.mjs", url, strconv.Itoa(browserRows), strconv.Itoa(browserHashed))
	cmd.Env = append(os.Environ(), "TOKEN="+token)
	var said bytes.Buffer
	cmd.Stderr = &said
	output, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, said.Bytes())
	}
	f := new(browserFigures)
	return f, json.Unmarshal(output, f)
}

func (f *browserFigures) note(r *report) {
	const app = "application in Chromium, "
	r.note(app+"first load", "", uncapped, "%d bytes: everything, also the form to sign in, the first page of data, and all headers", f.FirstLoadBytes)
	r.note(app+"requests to elsewhere", "0", holdsIf(f.OutsideRequests == 0), "%d", f.OutsideRequests)
	r.note(app+"first row, from an empty browser", "(quiet: 1 s)", uncapped, "%d ms, without the time in which the person signs in", f.FirstRowMs)
	all := fmt.Sprintf("%s%d documents, ", app, browserRows)
	r.note(all+"rows of the page", fmt.Sprintf("≤ %d", browserLines), holdsIf(f.MostRows <= browserLines), "%d", f.MostRows)
	r.note(all+"heap", fmt.Sprintf("< %.0f MB", browserHeap/1e6), holdsIf(f.HeapBytes < browserHeap), "%.0f MB", f.HeapBytes/1e6)
	r.note(all+"a row of the last quarter to one of the second", fmt.Sprintf("≤ %.0f×", browserRatio), holdsIf(f.LateToEarly <= browserRatio),
		"%.2f× of processor", f.LateToEarly)
	r.note(all+"all of them loaded", "", uncapped, "%.1f s, %.1f s of processor", seconds(f.LoadAllMs), seconds(f.LoadAllCPUMs))
	r.note(all+"scrolled by 100 pixels a frame", "(quiet: ≤ 1 % over 33 ms)", uncapped, "%s; %.1f ms of processor each", f.Scroll, f.Scroll.each())
	r.note(all+"thrown past, all in 5 s", "", uncapped, "%s; %.1f ms of processor each", f.Fling, f.Fling.each())
	r.note(app+"interaction to next paint", "(quiet: 100 ms)", uncapped, "longest %d ms", f.InteractionMs)
	r.note(app+"delete to progress in its row", "(quiet: 100 ms)", uncapped, "%d ms", f.DeleteShownMs)
	r.note(app+"event of the end to no row", "(quiet: 200 ms)", uncapped, "%d ms", f.GoneMs)
	r.note(fmt.Sprintf("%shashing %d MiB", app, browserHashed), "(quiet: no frame over 100 ms)", uncapped, "%.1f s; %s", seconds(f.HashMs), f.Hashing)
}

func seconds(ms int) float64 { return float64(ms) / 1000 }
