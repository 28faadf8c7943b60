package sim

import (
	"math/rand/v2"
	"strings"
	"time"
)

// chance draws everything. It has two streams: the events of any case,
// and whether a fault happens; so a masked fault changes nothing before it.
type chance struct {
	*rand.Rand
	faults    *rand.Rand
	weight    map[Fault]float64
	mask      map[Fault]bool
	drawn     int // faults drawn so far
	limit     int // faults after this many do not happen; 0 for no limit
	calm      bool
	noteFault func(Fault)
	happened  map[Fault]int
}

var weights = []float64{0.01, 0.04, 0.15}

func newChance(o Config) *chance {
	a := &chance{
		Rand: rand.New(rand.NewPCG(o.Seed, 1)), faults: rand.New(rand.NewPCG(o.Seed, 2)),
		weight: map[Fault]float64{}, mask: map[Fault]bool{}, limit: o.Until, happened: map[Fault]int{},
	}
	for _, f := range o.Without {
		a.mask[f] = true
	}
	for _, f := range Faults {
		enabled, weight := a.faults.IntN(5) < 2, weights[a.faults.IntN(len(weights))]
		if strings.HasPrefix(string(f), "objetos") {
			weight *= 3 // there are few calls to the object store, and much depends on each
		}
		if enabled {
			a.weight[f] = weight
		}
	}
	return a
}

// strikes decides whether a fault happens here.
func (a *chance) strikes(f Fault) bool { return a.strikesWith(f, a.weight[f]) }

// strikesWith is strikes with a likelihood of its own, if the seed enables the fault.
func (a *chance) strikesWith(f Fault, p float64) bool {
	if a.calm || a.weight[f] == 0 || a.faults.Float64() >= p {
		return false
	}
	a.drawn++
	if a.mask[f] || (a.limit > 0 && a.drawn > a.limit) {
		return false
	}
	a.happened[f]++
	a.noteFault(f)
	return true
}

// between is a duration between two.
func (a *chance) between(min, max time.Duration) time.Duration {
	if max <= min {
		return min
	}
	return min + time.Duration(a.Int64N(int64(max-min)))
}

// oneIn says yes one time in n.
func (a *chance) oneIn(n int) bool { return a.IntN(n) == 0 }
