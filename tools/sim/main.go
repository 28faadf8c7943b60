// Command sim runs the simulation of internal/testkit/sim over many seeds.
//
//	sim -seeds 10000 -first 1       run them; a failing one prints its schedule
//	sim -first 42 -seeds 1 -trace   print the schedule of one
//	sim -way mixta -seeds 10000     with processes of both ways
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
	first, count uint64
	config       sim.Config
	limit        int64 // failures to print before giving up

	next, failed, done, steps atomic.Int64
	mu                        sync.Mutex // of standard output and the fields below
	slowest                   sim.Result
}

func main() {
	b := &batch{}
	flag.Uint64Var(&b.first, "first", 1, "first seed")
	flag.Uint64Var(&b.count, "seeds", 1000, "how many seeds")
	flag.Int64Var(&b.limit, "max", 3, "stop after so many failures")
	flag.BoolVar(&b.config.Trace, "trace", false, "print the schedule of every seed")
	flag.IntVar(&b.config.Until, "until", 0, "leave faults after this many out")
	bug := flag.String("bug", "", "plant a bug (internal/testkit/sim/bug.go lists them), or leave out a condition of the store, as method:table.attribute")
	way := flag.String("way", "", "how processes execute deletions: colas, directa or mixta; empty: the seed draws it")
	without := flag.String("without", "", "faults to leave out, by comma")
	flag.Parse()
	b.config.Bug, b.config.Way = sim.Bug(*bug), sim.Way(*way)
	for f := range strings.SplitSeq(*without, ",") {
		b.config.Without = append(b.config.Without, sim.Fault(f))
	}
	debug.SetGCPercent(1600) // a run lives for milliseconds, and keeps a megabyte
	begin := time.Now()
	b.run()
	took := time.Since(begin)
	fmt.Printf("%.0f seeds/s, %.1f million steps\n", float64(b.done.Load())/took.Seconds(), float64(b.steps.Load())/1e6)
	fmt.Printf("longest way to rest after the last fault: %v (seed %d)\n", b.slowest.Calm.Round(time.Second), b.slowest.Seed)
	fmt.Printf("%d passed, %d failed\n", b.done.Load()-b.failed.Load(), b.failed.Load())
	if b.failed.Load() > 0 {
		os.Exit(1)
	}
}

// run shares the seeds out among the processors.
func (b *batch) run() {
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				n := uint64(b.next.Add(1) - 1)
				if n >= b.count || b.failed.Load() >= b.limit {
					return
				}
				b.one(b.first + n)
			}
		})
	}
	wg.Wait()
}

func (b *batch) one(seed uint64) {
	cfg := b.config
	cfg.Seed = seed
	r := sim.Run(cfg)
	b.done.Add(1)
	b.steps.Add(int64(r.Steps))
	b.compare(r)
	if r.Violation != "" {
		b.failed.Add(1)
		b.show(sim.Reduce(cfg))
		return
	}
	if cfg.Trace {
		b.mu.Lock()
		defer b.mu.Unlock()
		fmt.Printf("%sseed %d: nothing violated\n", r.Trace, seed)
	}
}

// compare keeps the run that took longest to come to rest.
func (b *batch) compare(r sim.Result) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.Calm > b.slowest.Calm {
		b.slowest = r
	}
}

// show prints a failing schedule in its smallest form.
func (b *batch) show(r sim.Reduced) {
	b.mu.Lock()
	defer b.mu.Unlock()
	fmt.Printf("--- seed %d\n%sVIOLATED: %s\n", r.Config.Seed, r.Trace, r.Violation)
	var without []string
	for _, f := range r.Config.Without {
		if f != "" {
			without = append(without, string(f))
		}
	}
	fmt.Printf("again:    go run ./tools/sim -trace -seeds 1 -first %d", r.Config.Seed)
	if r.Config.Bug != "" {
		fmt.Printf(" -bug %s", r.Config.Bug)
	}
	if r.Config.Way != "" {
		fmt.Printf(" -way %s", r.Config.Way)
	}
	fmt.Printf("\nsmallest: … -until %d -without %s\nneeded:   %v\n", r.Config.Until, strings.Join(without, ","), r.Needed)
}
