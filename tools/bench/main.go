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
}

// The large data come last: their remains in the emulator's memory slow
// nothing else down.
var sections = []section{
	{"cursor", measureCursor},
	{"admision", measureAdmission},
	{"arranque", measureBoot},
	{"apertura", onEach((*bench).opening)},
	{"costo", measureCost},
	{"latencia", measureLatency},
	{"novedades", onEach((*bench).news)},
	{"rafaga", measureBurst},
	{"abanico", measureFan},
	{"equidad", measureFairness},
	{"ocioso", measureIdle},
	{"abonados", measureSubscribers},
	{"ataques", measureAttacks},
	{"cargas", onEach((*bench).largeUpload)},
	{"busqueda", onEach((*bench).searches)},
	{"exportar", measureExport},
	{"paginas", onEach((*bench).pages)},
	{"lado", measureBeside},
	{"trazas", onEach((*bench).traces)},
	{"auditoria", measureAudit},
	{"miradas", onEach((*bench).shareOfLooks)},
	{"sellado", measureSealing},
	{"navegador", measureBrowser},
	{"respaldo", measureBackup},
}

func run() int {
	bin := flag.String("bin", "bin/carpeta", "program to measure")
	output := flag.String("salida", "", "file that receives the table as Markdown")
	only := flag.String("solo", "", "only these groups, separated by commas: "+names())
	var attacks choice
	flag.StringVar(&attacks.fronts, "frentes", "", "of the attacks, only on these: embedded; embedded, TLS; distributed … separated by semicolons")
	flag.StringVar(&attacks.rows, "filas", "", "of the attacks, only those whose names contain one of these, separated by semicolons")
	flag.IntVar(&attacks.rounds, "rondas", attempts, "of the attacks, how often a row is measured that misses a target")
	var trail trailSizes
	flag.IntVar(&trail.embedded, "eventos", 1_000_000, "of the trail, how many events are written on the embedded profile")
	flag.IntVar(&trail.distributed, "eventos-distribuidos", 300_000, "of the trail, how many on the distributed profile")
	backupMiB := flag.Int("respaldo-mib", 10_000, "how many MiB are backed up; the disk needs room for twice as much")
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
	if err := measure(ctx, *bin, *output, choices{attacks, trail, *backupMiB}, picked); err != nil {
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
	attacks   choice
	trail     trailSizes
	backupMiB int
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
		errs = append(errs, b.report.save(output))
	}
	return errors.Join(errs...)
}

func pick(only string) ([]section, error) {
	if only == "" {
		return sections, nil
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

func names() string {
	var ns []string
	for _, s := range sections {
		ns = append(ns, s.name)
	}
	return strings.Join(ns, ", ")
}
