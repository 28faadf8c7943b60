package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The inputs, in the folder of this tool.
const (
	pricesFile      = "precios.json"   // list prices
	assumptionsFile = "supuestos.json" // how people use it, and limits of others
	measuredFile    = "medidas.json"   // what each use costs, as tools/bench measured it
	benchPage       = "benchmarks.md"  // in docs/: what the trail costs
	page            = "docs/escala.md" // what is written
)

// number is a figure that somebody chose, with its reason.
type number struct {
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	Why   string  `json:"why"`
}

// price is what something costs.
type price struct {
	USD    float64 `json:"usd"`
	Per    string  `json:"per"`
	Source string  `json:"source"`
}

// use is what one use of the API costs; tools/bench says what each member is.
type use struct {
	WriteTables, WriteIndexes, WritePending, WriteLists, Read, StoreCalls, Events, Messages float64
	S3                                                                                      map[string]float64
	CPUMs, BrokerCPUMs                                                                      float64
}

// input is everything that the page is computed from.
type input struct {
	prices struct {
		Source string
		Prices map[string]price
	}
	chosen struct {
		Assumptions map[string]number
		Limits      map[string]number
	}
	measured struct {
		Measured string
		Machine  []string
		Uses     map[string]use
	}
	seals struct{ puts, gets, store, perSecond float64 } // of a million events; and events that a core seals a second

	used map[string]bool // every number that was asked for
}

// read reads the inputs; tool is the folder of this tool, docs that of the documents.
func read(tool, docs string) (*input, error) {
	in := &input{used: map[string]bool{}}
	err := errors.Join(decode(filepath.Join(tool, pricesFile), &in.prices), decode(filepath.Join(tool, assumptionsFile), &in.chosen),
		decode(filepath.Join(tool, measuredFile), &in.measured))
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(docs, benchPage))
	if err != nil {
		return nil, err
	}
	return in, in.readSeals(string(text))
}

// decode refuses names that nobody reads.
func decode(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

var (
	sealRow  = regexp.MustCompile(`(?m)^\| seal, in seals of 256 \| ([\d,]+) PUTs, ([\d,]+) GETs, .* ([\d,]+) WCU \|$`)
	sealRate = regexp.MustCompile(`(?m)^\| sealing, events for a second of processor \| [^|]* \| (\d+) \|`)
)

// readSeals reads what sealing costs from the page of measurements.
func (in *input) readSeals(text string) error {
	row, rate := sealRow.FindStringSubmatch(text), sealRate.FindStringSubmatch(text)
	if row == nil || rate == nil {
		return fmt.Errorf("%s has no row about seals of 256, or about events for a second of processor", benchPage)
	}
	in.seals.puts, in.seals.gets, in.seals.store, in.seals.perSecond = plain(row[1]), plain(row[2]), plain(row[3]), plain(rate[1])
	return nil
}

func plain(text string) float64 {
	n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	if err != nil {
		panic(err) // the patterns match digits
	}
	return n
}

// the is an assumption or a limit. A name that is not there is a mistake of this program.
func (in *input) the(name string) float64 {
	in.used[name] = true
	for _, from := range []map[string]number{in.chosen.Assumptions, in.chosen.Limits} {
		if n, has := from[name]; has {
			return n.Value
		}
	}
	panic("no number " + name)
}

func (in *input) usd(name string) float64 {
	in.used[name] = true
	p, has := in.prices.Prices[name]
	if !has {
		panic("no price " + name)
	}
	return p.USD
}

// unused are the numbers that nothing was computed from.
func (in *input) unused() (names []string) {
	for _, from := range []map[string]number{in.chosen.Assumptions, in.chosen.Limits} {
		names = append(names, slices.Collect(maps.Keys(from))...)
	}
	names = append(names, slices.Collect(maps.Keys(in.prices.Prices))...)
	return slices.Sorted(slices.Values(slices.DeleteFunc(names, func(n string) bool { return in.used[n] })))
}
