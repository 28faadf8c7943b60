package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/attack"
)

// The targets of each attack's row.
const (
	maxGrowth    = 64 // MiB
	maxP99Times  = 2
	maxCore      = 50 // percent
	maxRejection = 50 * time.Millisecond
)

const (
	quietFor   = 5 * time.Second
	attackFor  = 10 * time.Second
	afterwards = 30 * time.Second // then the memory is looked at again
	attempts   = 3                // of a row that misses a target at first
)

// front is where attacks are measured.
type front struct {
	name     string
	profile  string
	tls      bool
	subjects int  // that attack, each from an address of its own
	all      bool // the attacks of the first review too
	memory   int  // limit in MiB, under which all are at once; 0 is none
}

// chosenBy is the front's name on the command line.
func (f front) chosenBy() string {
	if f.profile == distributed {
		return strings.TrimPrefix(f.name, ", ") // it begins with the profile
	}
	return f.profile + f.name
}

var fronts = []front{
	{name: "", profile: embedded, subjects: 1, all: true},
	{name: ", 1,000 subjects", profile: embedded, subjects: 1000},
	{name: ", 256 MiB", profile: embedded, subjects: 8, memory: 256},
	{name: ", TLS", profile: embedded, tls: true, subjects: 1},
	{name: ", TLS, 1,000 subjects", profile: embedded, tls: true, subjects: 1000},
	{name: ", distributed", profile: distributed, subjects: 1},
	{name: ", distributed, 1,000 subjects", profile: distributed, subjects: 1000},
	{name: ", distributed, TLS, 1,000 subjects", profile: distributed, tls: true, subjects: 1000},
}

// measureAttacks: each attack by itself and then all at once, each on a server of its
// own with its settings as they come, beside an honest client.
func measureAttacks(ctx context.Context, b *bench) error {
	if err := b.attacks.known(); err != nil {
		return err
	}
	for _, f := range fronts {
		if !b.attacks.picks(f) {
			continue
		}
		if err := b.attackOn(ctx, f); err != nil {
			return fmt.Errorf("%s%s: %w", f.profile, f.name, err)
		}
	}
	return nil
}

func (b *bench) attackOn(ctx context.Context, f front) error {
	g, err := b.newGround(ctx, f)
	if err != nil {
		return err
	}
	var open []func() // rows whose memory is looked at later
	defer func() {
		for _, finish := range open {
			finish()
		}
	}()
	for _, names := range f.rows() {
		if !b.attacks.picksRow(names) {
			continue
		}
		finish, err := g.row(ctx, names)
		if err != nil {
			return fmt.Errorf("%s: %w", names[0], err)
		}
		if open = append(open, finish); len(open) > 3 {
			open[0]()
			open = open[1:]
		}
	}
	return nil
}

// rows are the names of the attacks of each row; the last has all of the second review.
func (f front) rows() (rows [][]string) {
	if f.all {
		for _, a := range attack.First() {
			rows = append(rows, []string{a.Name})
		}
	}
	var together []string
	for _, a := range attack.All() {
		if a.HTTP2 && !f.tls || a.Embedded && f.profile != embedded {
			continue
		}
		rows, together = append(rows, []string{a.Name}), append(together, a.Name)
	}
	if f.memory > 0 {
		return [][]string{together}
	}
	return append(rows, together)
}

// row attacks once, and twice more if a target is missed: the work of others on the
// machine misses them too. The figures are those of the round in the middle. finish
// waits for the memory afterwards, and writes the row.
func (g *ground) row(ctx context.Context, names []string) (finish func(), err error) {
	var all []*round
	for range g.bench.attacks.rounds {
		r, err := g.round(ctx, names)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
		if len(r.missed()) == 0 {
			break
		}
	}
	slices.SortFunc(all, func(a, b *round) int { return len(a.missed()) - len(b.missed()) })
	middle := all[len(all)/2]
	return func() {
		for _, r := range all {
			r.rested()
		}
		if g.bench.attacks.apart {
			g.bench.report.note("attack: "+title(names)+g.front.name+", of another server", "", uncapped, "%s", middle)
			return
		}
		g.bench.report.note("attack: "+title(names)+g.front.name, "+64 MiB, p99 2×, +50% of a core, refused in 50 ms",
			holdsIf(len(middle.missed()) == 0), "%s", middle)
	}, nil
}

func title(names []string) string {
	if len(names) > 1 {
		return "all at once"
	}
	for _, a := range slices.Concat(attack.All(), attack.First()) {
		if a.Name == names[0] {
			return a.Name + " (" + a.Rate + ")"
		}
	}
	return names[0]
}
