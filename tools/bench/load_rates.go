package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// The budgets of the load, and how the greatest rate is looked for.
const (
	maxLoadP95   = 50 * time.Millisecond
	maxSlope     = 1.0             // MiB of the server's own memory a minute
	slopeNeeds   = 5 * time.Minute // a shorter run shows the heap's teeth
	probeLasts   = 20 * time.Second
	firstProbe   = 60 // requests a second
	probeGrowth  = 1.5
	probeBisects = 3
)

// loadChoice is what the flags say about the load.
type loadChoice struct {
	profile     string
	embedded    int // requests a second; 0: as many as the machine bears
	distributed int
	lasts       time.Duration
	largest     int // documents of the largest carpeta
	tls         bool
}

func (c loadChoice) rate(profile string) int {
	if profile == embedded {
		return c.embedded
	}
	return c.distributed
}

// wrong says what of the flags cannot be.
func (c loadChoice) wrong() error {
	switch {
	case c.profile != "" && !slices.Contains(profiles, c.profile):
		return fmt.Errorf("--perfil %q: there are %s, and both without it", c.profile, strings.Join(profiles, " and "))
	case min(c.embedded, c.distributed) < 0:
		return errors.New("--tasa and --tasa-distribuida are requests a second; 0 is as many as the machine bears")
	case c.lasts < time.Second:
		return fmt.Errorf("--durante %s: at least a second", c.lasts)
	case c.largest < 1:
		return fmt.Errorf("--mayor %d: at least one document", c.largest)
	}
	return nil
}

// measureLoad has many people use a server at once, for as long as the flags say.
func measureLoad(ctx context.Context, b *bench) error {
	if err := b.load.wrong(); err != nil {
		return err
	}
	for _, profile := range profiles {
		if b.load.profile != "" && b.load.profile != profile {
			continue
		}
		if err := b.loadOf(ctx, profile); err != nil {
			return fmt.Errorf("%s: %w", profile, err)
		}
	}
	return nil
}

func (b *bench) loadOf(ctx context.Context, profile string) (err error) {
	l, err := b.prepareLoad(ctx, profile)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	rate := b.load.rate(profile)
	if rate == 0 {
		most, err := l.most(ctx)
		if err != nil {
			return err
		}
		rate = most * 4 / 5 // what is borne for 20 seconds is not borne for ten minutes: stores grow, and have work of their own
	}
	r, err := l.run(ctx, rate, b.load.lasts, true)
	if err != nil {
		return err
	}
	r.note(b.report, profile, b.load.rate(profile) != 0)
	return nil
}

// most looks for the greatest rate that this machine bears: it grows until a probe fails, and comes nearer from both sides.
func (l *load) most(ctx context.Context) (int, error) {
	good, bad := 0, 0
	try := func(rate int) error {
		bears, err := l.probe(ctx, rate)
		if bears {
			good = rate
		} else {
			bad = rate
		}
		return err
	}
	for rate := firstProbe; bad == 0; rate = int(float64(rate) * probeGrowth) {
		if err := try(rate); err != nil {
			return 0, err
		}
	}
	if good == 0 {
		return 0, fmt.Errorf("%d requests a second are too many already", bad)
	}
	for range probeBisects {
		if err := try((good + bad) / 2); err != nil {
			return 0, err
		}
	}
	l.bench.report.note("the greatest rate, "+l.profile, "", uncapped, "%d requests/s with p95 < 50 ms and no error; %d/s are too many", good, bad)
	return good, nil
}

func (l *load) probe(ctx context.Context, rate int) (bears bool, err error) {
	r, err := l.run(ctx, rate, probeLasts, false)
	if err != nil {
		return false, err
	}
	return r.tally.failures() == 0 && r.tally.all().percentil(95) < maxLoadP95, nil
}
