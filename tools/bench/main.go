// Command bench measures the figures of docs/benchmarks.md on the real program, started as
// a process: the embedded profile in a temporary data folder, the distributed one on the
// services that CARPETA_TEST_* name.
//
//	go run ./tools/services ejecutar -- go run ./tools/bench --salida docs/benchmarks.md
//
// It ends with 0 if everything could be measured, within its budget or not. A slow machine
// is no fault of the program, and the tables name the figures that fell short.
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

// section is a group of figures that is measured together, and has a table of its own in the page.
type section struct {
	name      string
	measure   func(context.Context, *bench) error
	elsewhere bool // another page has its figures
}

// The large data come last: their remains in the emulator's memory slow
// nothing else down.
var sections = []section{
	{name: "arranque", measure: measureBoot},
	{name: "vuelta", measure: measureRecovery},
	{name: "unidades", measure: measureUnits, elsewhere: true},
	{name: "rafaga", measure: measureBurst},
	{name: "cargas", measure: onEach((*bench).largeUpload)},
	{name: "busqueda", measure: onEach((*bench).searches)},
	{name: "paginas", measure: onEach((*bench).pages)},
	{name: "replica", measure: measureReplayed},
	{name: "consentimiento", measure: measureConsent},
}

func run() int {
	bin := flag.String("bin", "bin/carpeta", "program to measure")
	output := flag.String("salida", "", "file that receives the tables as Markdown")
	only := flag.String("solo", "", "only these groups, separated by commas: "+names())
	unitsInto := flag.String("medidas", "", "file that receives what each use costs, for tools/escala")
	flag.Parse()
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer release()
	picked, err := pick(*only)
	if err != nil {
		_ = status(err)
		return 2
	}
	return status(measure(ctx, *bin, *output, *unitsInto, picked))
}

// status says what went wrong, and how the process ends.
func status(err error) int {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	return 0
}

func measure(ctx context.Context, bin, output, unitsInto string, picked []section) error {
	b, err := newBench(bin)
	if err != nil {
		return err
	}
	defer b.close()
	b.unitsInto = unitsInto
	var errs []error
	for _, s := range picked {
		b.report = newReport(s.name)
		fmt.Fprintf(os.Stderr, "bench: %s…\n", s.name)
		if err := s.measure(ctx, b); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", s.name, err))
			b.report.unmeasured(err)
		}
		b.report.machine.final()
		fmt.Print(b.report.markdown())
		fmt.Fprintf(os.Stderr, "bench: %s took %.0f s\n", s.name, time.Since(b.report.machine.date).Seconds())
		if output != "" && !s.elsewhere {
			errs = append(errs, b.report.save(output))
		}
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
