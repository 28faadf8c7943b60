package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/attack"
)

// The targets of each row.
const (
	maxGrowth    = 64 // MiB
	maxP99Times  = 2
	maxCore      = 50 // percent
	maxRejection = 50 * time.Millisecond
)

const (
	quietFor  = 5 * time.Second
	attackFor = 10 * time.Second
)

// front is where attacks are measured.
type front struct {
	name  string // on the command line too
	tls   bool
	limit int // of memory in MiB; 0 is none
}

// limited are the fronts of all at once with little memory, which have figures of their own.
var (
	fronts  = []front{{name: "plain"}, {name: "TLS", tls: true}}
	limited = []front{{name: "256 MiB", limit: 256}, {name: "256 MiB, TLS", tls: true, limit: 256}}
)

// measureAttacks: each class by itself, and all at once, each on a server of its own with its settings as they come,
// beside an honest client.
func measureAttacks(ctx context.Context, b *bench) error {
	if err := b.attacks.known(); err != nil {
		return err
	}
	rows := attackRows()
	for n, f := range fronts {
		if !b.attacks.picks(f) {
			continue
		}
		g, err := b.newGround(ctx, f)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if b.attacks.picksRow(r.name) {
				if r.on[n], err = g.row(ctx, r); err != nil {
					return fmt.Errorf("%s, %s: %w", r.name, f.name, err)
				}
			}
		}
	}
	b.report.tables = append(b.report.tables, attackTable(rows))
	for _, f := range limited {
		if b.attacks.picks(f) {
			if err := b.attackLimited(ctx, f); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
		}
	}
	return nil
}

// attackRow is a row of the table.
type attackRow struct {
	name, asks string
	attacks    []attack.Attack
	on         [2]*round // of the fronts; nil: not measured
}

const allAtOnce = "all at once"

func attackRows() (rows []*attackRow) {
	for _, a := range attack.Classes() {
		rows = append(rows, &attackRow{name: a.Name, asks: a.Asks, attacks: []attack.Attack{a}})
	}
	rows = append(rows, &attackRow{name: allAtOnce, asks: "all of the above", attacks: attack.Classes()})
	resets := attack.Resets()
	rows = append(rows, &attackRow{name: resets.Name, asks: resets.Asks, attacks: []attack.Attack{resets}})
	return rows
}

func (g *ground) row(ctx context.Context, row *attackRow) (*round, error) {
	r, err := g.round(ctx, row.attacks)
	if err == nil {
		progress("%s, %s: %s; %s", row.name, g.front.name, strings.Join(r.cells(), "; "), r.tally)
	}
	return r, err
}

func attackTable(rows []*attackRow) *table {
	t := &table{head: []string{"attack", "asks for"}}
	for _, f := range fronts {
		t.head = append(t.head, f.name+": MiB", "p50, p99 (quiet) in ms", "core", "refused in ms")
	}
	t.head = append(t.head, "missed")
	for _, row := range rows {
		cells, missed := []string{row.name, row.asks}, []string{}
		for n, r := range row.on {
			if r == nil {
				cells = append(cells, "", "", "", "")
				continue
			}
			cells = append(cells, r.cells()...)
			for _, what := range r.missed() {
				missed = append(missed, fronts[n].name+" "+what)
			}
		}
		if row.on != [2]*round{} {
			t.rows = append(t.rows, append(cells, strings.Join(missed, ", ")))
		}
	}
	return t
}

// choice is what of the attacks is measured; empty is everything.
type choice struct{ fronts, rows string }

func (c choice) picks(f front) bool {
	return c.fronts == "" || slices.Contains(listed(c.fronts), f.name)
}

func (c choice) picksRow(name string) bool {
	return c.rows == "" || slices.ContainsFunc(listed(c.rows), func(part string) bool { return strings.Contains(name, part) })
}

// known refuses a front that there is not: nothing would be measured, and nobody told.
func (c choice) known() error {
	for _, name := range listed(c.fronts) {
		if c.fronts != "" && !slices.ContainsFunc(slices.Concat(fronts, limited), func(f front) bool { return f.name == name }) {
			return fmt.Errorf("no front is called %q", name)
		}
	}
	return nil
}

// listed are the parts of a flag's value.
func listed(value string) []string {
	parts := strings.Split(value, ";")
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	return parts
}
