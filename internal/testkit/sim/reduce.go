package sim

import "slices"

// Reduced is a failing run with as few faults as could be found.
type Reduced struct {
	Result
	Config Config  // that reproduce it
	Needed []Fault // kinds of faults that happen in it
}

// Reduce leaves out, one kind after the other, the faults without which a
// failing seed still fails, and then as many of the last ones as possible. A fault
// that is left out changes nothing before it, so the schedule keeps its beginning.
func Reduce(o Config) Reduced {
	o.Trace = false
	r := Run(o)
	fails := func(o Config) bool {
		q := Run(o)
		fewer := q.Violation != "" && happened(q) <= happened(r)
		if fewer {
			r = q
		}
		return fewer
	}
	for _, f := range Faults {
		if r.Happened[f] == 0 {
			continue
		}
		if fewer := o; fails(without(&fewer, f)) {
			o = fewer
		}
	}
	o.Until = r.Drawn
	for step := max(1, o.Until/2); step > 0; {
		fewer := o
		if fewer.Until -= step; fewer.Until > 0 && fails(fewer) {
			o = fewer
			continue
		}
		step /= 2
	}
	o.Trace = true
	reduced := Reduced{Result: Run(o), Config: o}
	for _, f := range Faults {
		if reduced.Happened[f] > 0 {
			reduced.Needed = append(reduced.Needed, f)
		}
	}
	return reduced
}

func happened(r Result) (n int) {
	for _, v := range r.Happened {
		n += v
	}
	return n
}

func without(o *Config, f Fault) Config {
	o.Without = append(slices.Clone(o.Without), f)
	return *o
}
