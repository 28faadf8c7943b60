// Command bench measures the budgets in docs/benchmarks.md on the real program, started as
// a process: the embedded profile in a temporary data folder, the distributed one on the
// services that CARPETA_TEST_* name.
//
//	go run ./tools/services ejecutar -- go run ./tools/bench --salida docs/benchmarks.md
//
// It ends with 0 if everything could be measured, within its budget or not. A slow machine
// is no fault of the program, and the table names the figures that fell short.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() { os.Exit(run()) }

// section is a group of figures that is measured together.
type section struct {
	name    string
	measure func(context.Context, *bench) error
	alone   bool // only if it is named
}

// The large data come last: their remains in the emulator's memory slow
// nothing else down.
var sections = []section{
	{name: "cursor", measure: measureCursor},
	{name: "admision", measure: measureAdmission},
	{name: "arranque", measure: measureBoot},
	{name: "imagen", measure: measureImage},
	{name: "apertura", measure: onEach((*bench).opening)},
	{name: "costo", measure: measureCost},
	{name: "unidades", measure: measureUnits},
	{name: "latencia", measure: measureLatency},
	{name: "novedades", measure: onEach((*bench).news)},
	{name: "rafaga", measure: measureBurst},
	{name: "abanico", measure: measureFan},
	{name: "equidad", measure: measureFairness},
	{name: "ocioso", measure: measureIdle},
	{name: "abonados", measure: measureSubscribers},
	{name: "ataques", measure: measureAttacks},
	{name: "puerta", measure: measureGate},
	{name: "cargas", measure: onEach((*bench).largeUpload)},
	{name: "busqueda", measure: onEach((*bench).searches)},
	{name: "exportar", measure: measureExport},
	{name: "paginas", measure: onEach((*bench).pages)},
	{name: "lado", measure: measureBeside},
	{name: "trazas", measure: onEach((*bench).traces)},
	{name: "auditoria", measure: measureAudit},
	{name: "miradas", measure: onEach((*bench).shareOfLooks)},
	{name: "sellado", measure: measureSealing},
	{name: "navegador", measure: measureBrowser},
	{name: "migrar", measure: measureMove},
	{name: "respaldo", measure: measureBackup},
	{name: "mezcla", measure: measureLoad, alone: true},
}

func run() int {
	bin := flag.String("bin", "bin/carpeta", "program to measure")
	output := flag.String("salida", "", "file that receives the table as Markdown")
	only := flag.String("solo", "", "only these groups, separated by commas: "+names())
	var attacks choice
	flag.StringVar(&attacks.fronts, "frentes", "", "of the attacks, only on these, separated by semicolons: plain; TLS; 256 MiB; 256 MiB, TLS")
	flag.StringVar(&attacks.rows, "filas", "", "of the attacks, only those whose names contain one of these, separated by semicolons")
	flag.IntVar(&attacks.rounds, "rondas", attempts, "of the attacks, how often a row is measured that misses a target")
	var trail trailSizes
	flag.IntVar(&trail.embedded, "eventos", 1_000_000, "of the trail, how many events are written on the embedded profile")
	flag.IntVar(&trail.distributed, "eventos-distribuidos", 300_000, "of the trail, how many on the distributed profile")
	units := flag.String("medidas", "", "file that receives what each use costs, for tools/escala")
	backupMiB := flag.Int("respaldo-mib", 10_000, "how many MiB are backed up; the disk needs room for twice as much")
	moveDocumentos := flag.Int("migrar-documentos", 20_000, "how many documents carpeta migrar moves")
	var load loadChoice
	flag.StringVar(&load.profile, "perfil", "", "of the load, only this profile: embedded or distributed")
	flag.IntVar(&load.embedded, "tasa", 1000, "of the load, requests a second on the embedded profile; 0: as many as the machine bears")
	flag.IntVar(&load.distributed, "tasa-distribuida", 0, "the same on the distributed profile")
	flag.DurationVar(&load.lasts, "durante", 10*time.Minute, "of the load, how long people come")
	flag.IntVar(&load.largest, "mayor", manyDocumentos, "of the load, documents of the largest carpeta")
	flag.BoolVar(&load.tls, "tls", false, "of the load, over TLS")
	attacker := flag.Bool("atacar", false, "be the attacker of a bench, which says on the input what to attack")
	bare := flag.Bool("pelado", false, "be the bare handler of a bench, which says on the input what to answer")
	flag.Parse()
	if *attacker {
		return beAttacker()
	}
	if *bare {
		return beBare()
	}
	picked, err := pick(*only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 2
	}
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer release()
	if err := measure(ctx, *bin, *output, choices{attacks, trail, load, *backupMiB, *moveDocumentos, *units}, picked); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	return 0
}

func beBare() int {
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer release()
	if err := serveBare(ctx, os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	return 0
}

func beAttacker() int {
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer release()
	if err := strike(ctx, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	return 0
}

// choices are what the flags say about the sections.
type choices struct {
	attacks        choice
	trail          trailSizes
	load           loadChoice
	backupMiB      int
	moveDocumentos int
	unitsInto      string
}

func measure(ctx context.Context, bin, output string, choices choices, picked []section) error {
	b, err := newBench(bin)
	if err != nil {
		return err
	}
	defer b.close()
	b.choices = choices
	var errs []error
	for _, s := range picked {
		since := time.Now()
		fmt.Fprintf(os.Stderr, "bench: %s…\n", s.name)
		if err := s.measure(ctx, b); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", s.name, err))
			b.report.unmeasured(s.name, err)
		}
		fmt.Fprintf(os.Stderr, "bench: %s took %.0f s\n", s.name, time.Since(since).Seconds())
	}
	b.report.machine.final()
	b.report.text(os.Stdout)
	if output != "" {
		errs = append(errs, b.report.save(output, placeOf(picked, choices.load)))
	}
	return errors.Join(errs...)
}

func pick(only string) ([]section, error) {
	if only == "" {
		return slices.DeleteFunc(slices.Clone(sections), func(s section) bool { return s.alone }), nil
	}
	var picked []section
	for _, name := range strings.Split(only, ",") {
		i := slices.IndexFunc(sections, func(s section) bool { return s.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no group %q; there are %s", name, names())
		}
		picked = append(picked, sections[i])
	}
	return picked, nil
}

// placeOf is where the table of these groups stands. The load has a place for each profile: they are measured one by one.
func placeOf(picked []section, load loadChoice) place {
	if len(picked) == 1 && picked[0].alone {
		return place("load, " + load.profile)
	}
	return "bench"
}

func names() string {
	var ns []string
	for _, s := range sections {
		ns = append(ns, s.name)
	}
	return strings.Join(ns, ", ")
}
