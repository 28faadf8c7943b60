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

type batch struct {
	first, howMany uint64
	base           sim.Opciones
	maximum        int64 // failures to print before giving up

	next, failedOnes, done, sucesos atomic.Int64
	mu                              sync.Mutex // of standard output and what follows
	slow                            sim.Resultado
}

func main() {
	t := &batch{}
	flag.Uint64Var(&t.first, "first", 1, "first seed")
	flag.Uint64Var(&t.howMany, "seeds", 1000, "how many seeds")
	flag.Int64Var(&t.maximum, "max", 3, "stop after so many failures")
	flag.BoolVar(&t.base.Traza, "trace", false, "print the schedule of every seed")
	flag.IntVar(&t.base.Hasta, "until", 0, "leave faults after this many out")
	planted := flag.String("bug", "", "plant a bug (docs/testing.md lists them)")
	sin := flag.String("without", "", "faults to leave out, by comma")
	flag.Parse()
	t.base.Plantado = sim.Plantado(*planted)
	for f := range strings.SplitSeq(*sin, ",") {
		t.base.Sin = append(t.base.Sin, sim.Falla(f))
	}
	debug.SetGCPercent(400) // a run lives for milliseconds
	start := time.Now()
	t.run()
	paso := time.Since(start)
	fmt.Printf("%.0f seeds/s, %.1f million steps\n", float64(t.done.Load())/paso.Seconds(), float64(t.sucesos.Load())/1e6)
	fmt.Printf("longest way to rest after the last fault: %v (seed %d)\n", t.slow.Calma.Round(time.Second), t.slow.Semilla)
	fmt.Printf("%d passed, %d failed\n", t.done.Load()-t.failedOnes.Load(), t.failedOnes.Load())
	if t.failedOnes.Load() > 0 {
		os.Exit(1)
	}
}

// run shares the seeds out among the processors.
func (t *batch) run() {
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				n := uint64(t.next.Add(1) - 1)
				if n >= t.howMany || t.failedOnes.Load() >= t.maximum {
					return
				}
				t.one(t.first + n)
			}
		})
	}
	wg.Wait()
}

func (t *batch) one(semilla uint64) {
	o := t.base
	o.Semilla = semilla
	r := sim.Correr(o)
	t.done.Add(1)
	t.sucesos.Add(int64(r.Sucesos))
	t.compare(r)
	if r.Violacion != "" {
		t.failedOnes.Add(1)
		t.show(sim.Reducir(o))
		return
	}
	if o.Traza {
		t.mu.Lock()
		defer t.mu.Unlock()
		fmt.Printf("%sseed %d: nothing violated\n", r.Traza, semilla)
	}
}

// compare keeps the run that took longest to come to rest.
func (t *batch) compare(r sim.Resultado) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r.Calma > t.slow.Calma {
		t.slow = r
	}
}

// show prints a failing schedule in its smallest form.
func (t *batch) show(r sim.Reducida) {
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
