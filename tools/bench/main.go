// Command bench measures the budgets of design.md §12 and of the issues on the
// real program, started as a process: the embedded profile in a temporary data
// folder, the distributed one on the services that CARPETA_TEST_* name.
//
//	go run ./tools/services ejecutar -- go run ./tools/bench --salida docs/benchmarks.md
//
// It ends with 0 if everything could be measured, be it within its budget or not:
// a slow machine is no fault of the program, and the table says what fell short.
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

// seccion is a group of figures that is measured together.
type seccion struct {
	nombre string
	medir  func(context.Context, *banco) error
}

// The large data come last: what they leave in the emulator's memory slows
// nothing else down.
var secciones = []seccion{
	{"cursor", medirCursor},
	{"admision", medirAdmision},
	{"arranque", medirArranque},
	{"costo", medirCosto},
	{"latencia", medirLatencia},
	{"rafaga", medirRafaga},
	{"abanico", medirAbanico},
	{"equidad", medirEquidad},
	{"ocioso", medirOcioso},
	{"abonados", medirAbonados},
	{"ataques", medirAtaques},
	{"paginas", medirPaginas},
}

func run() int {
	bin := flag.String("bin", "bin/carpeta", "program to measure")
	salida := flag.String("salida", "", "file that receives the table as Markdown")
	solo := flag.String("solo", "", "only these groups, separated by commas: "+nombres())
	flag.Parse()
	elegidas, err := elegir(*solo)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 2
	}
	ctx, soltar := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer soltar()
	if err := medir(ctx, *bin, *salida, elegidas); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	return 0
}

func medir(ctx context.Context, bin, salida string, elegidas []seccion) error {
	b, err := nuevoBanco(bin)
	if err != nil {
		return err
	}
	defer b.cerrar()
	var errs []error
	for _, s := range elegidas {
		desde := time.Now()
		fmt.Fprintf(os.Stderr, "bench: %s…\n", s.nombre)
		if err := s.medir(ctx, b); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", s.nombre, err))
			b.informe.sinMedir(s.nombre, err)
		}
		fmt.Fprintf(os.Stderr, "bench: %s took %.0f s\n", s.nombre, time.Since(desde).Seconds())
	}
	b.informe.maquina.final()
	b.informe.texto(os.Stdout)
	if salida != "" {
		errs = append(errs, b.informe.guardar(salida))
	}
	return errors.Join(errs...)
}

func elegir(solo string) ([]seccion, error) {
	if solo == "" {
		return secciones, nil
	}
	var elegidas []seccion
	for _, nombre := range strings.Split(solo, ",") {
		i := slices.IndexFunc(secciones, func(s seccion) bool { return s.nombre == nombre })
		if i < 0 {
			return nil, fmt.Errorf("no group %q; there are %s", nombre, nombres())
		}
		elegidas = append(elegidas, secciones[i])
	}
	return elegidas, nil
}

func nombres() string {
	var ns []string
	for _, s := range secciones {
		ns = append(ns, s.nombre)
	}
	return strings.Join(ns, ", ")
}
