// Command sim runs the simulation of internal/testkit/sim over many seeds.
//
//	sim -seeds 10000 -first 1       run them; a failing one prints its schedule
//	sim -first 42 -seeds 1 -trace   print the schedule of one
//	sim -bug sin-barrendero -seeds 500   see whether a planted bug is found
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/sim"
)

type tanda struct {
	primera, cuantas uint64
	base             sim.Opciones
	maximo           int64 // failures to print before giving up

	siguiente, fallidas, hechas, sucesos atomic.Int64
	mu                                   sync.Mutex // of standard output and what follows
	lenta                                sim.Resultado
}

func main() {
	t := &tanda{}
	flag.Uint64Var(&t.primera, "first", 1, "first seed")
	flag.Uint64Var(&t.cuantas, "seeds", 1000, "how many seeds")
	flag.Int64Var(&t.maximo, "max", 3, "stop after so many failures")
	flag.BoolVar(&t.base.Traza, "trace", false, "print the schedule of every seed")
	flag.IntVar(&t.base.Hasta, "until", 0, "leave faults after this many out")
	plantado := flag.String("bug", "", "plant a bug (docs/testing.md lists them)")
	sin := flag.String("without", "", "faults to leave out, by comma")
	flag.Parse()
	t.base.Plantado = sim.Plantado(*plantado)
	for f := range strings.SplitSeq(*sin, ",") {
		t.base.Sin = append(t.base.Sin, sim.Falla(f))
	}
	debug.SetGCPercent(400) // a run lives for milliseconds
	inicio := time.Now()
	t.correr()
	paso := time.Since(inicio)
	fmt.Printf("%.0f seeds/s, %.1f million steps\n", float64(t.hechas.Load())/paso.Seconds(), float64(t.sucesos.Load())/1e6)
	fmt.Printf("longest way to rest after the last fault: %v (seed %d)\n", t.lenta.Calma.Round(time.Second), t.lenta.Semilla)
	fmt.Printf("%d passed, %d failed\n", t.hechas.Load()-t.fallidas.Load(), t.fallidas.Load())
	if t.fallidas.Load() > 0 {
		os.Exit(1)
	}
}

// correr shares the seeds out among the processors.
func (t *tanda) correr() {
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				n := uint64(t.siguiente.Add(1) - 1)
				if n >= t.cuantas || t.fallidas.Load() >= t.maximo {
					return
				}
				t.una(t.primera + n)
			}
		})
	}
	wg.Wait()
}

func (t *tanda) una(semilla uint64) {
	o := t.base
	o.Semilla = semilla
	r := sim.Correr(o)
	t.hechas.Add(1)
	t.sucesos.Add(int64(r.Sucesos))
	t.comparar(r)
	if r.Violacion != "" {
		t.fallidas.Add(1)
		t.mostrar(sim.Reducir(o))
		return
	}
	if o.Traza {
		t.mu.Lock()
		defer t.mu.Unlock()
		fmt.Printf("%sseed %d: nothing violated\n", r.Traza, semilla)
	}
}

// comparar keeps the run that took longest to come to rest.
func (t *tanda) comparar(r sim.Resultado) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r.Calma > t.lenta.Calma {
		t.lenta = r
	}
}

// mostrar prints a failing schedule in its smallest form.
func (t *tanda) mostrar(r sim.Reducida) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Printf("--- seed %d\n%sVIOLATED: %s\n", r.Opciones.Semilla, r.Traza, r.Violacion)
	var sin []string
	for _, f := range r.Opciones.Sin {
		if f != "" {
			sin = append(sin, string(f))
		}
	}
	fmt.Printf("again:    go run ./tools/sim -trace -seeds 1 -first %d", r.Opciones.Semilla)
	if r.Opciones.Plantado != "" {
		fmt.Printf(" -bug %s", r.Opciones.Plantado)
	}
	fmt.Printf("\nsmallest: … -until %d -without %s\nneeded:   %v\n", r.Opciones.Hasta, strings.Join(sin, ","), r.Necesarias)
}
