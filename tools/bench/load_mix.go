package main

import (
	"context"
	"math/rand/v2"
	"time"
)

// visitKind is what one person does in one go: requests that follow each other, each due a second after the one before;
// and how many of all visits are of it. S-0002 wants documents seen and downloaded, and people who look at more than
// one page; S-0004 wants them deleted. As many are uploaded as are deleted: carpetas stay as large as they are.
type visitKind struct {
	name     string
	weight   int
	requests int
	do       func(v *turn) // stops at its first failure
}

var visitKinds = []visitKind{
	{"browse", 20, 4, (*turn).browse},
	{"search", 12, 1, (*turn).search},
	{"download", 8, 2, (*turn).download},
	{"upload", 4, 3, (*turn).upload},
	{"delete", 3, 1, (*turn).erase},
	{"delete later", 1, 1, (*turn).eraseLater},
	{"delete and undo", 1, 2, (*turn).eraseAndUndo},
}

// perVisit is how many requests a visit has on average.
func perVisit() float64 {
	requests, weights := 0, 0
	for _, k := range visitKinds {
		requests, weights = requests+k.weight*k.requests, weights+k.weight
	}
	return float64(requests) / float64(weights)
}

func pickKind(r *rand.Rand) visitKind {
	n := 0
	for _, k := range visitKinds {
		n += k.weight
	}
	n = r.IntN(n)
	for _, k := range visitKinds {
		if n -= k.weight; n < 0 {
			return k
		}
	}
	panic("unreachable: the weights are summed up")
}

// turn is a visit under way.
type turn struct {
	*load

	ctx    context.Context
	tally  *tally
	random *rand.Rand
	due    time.Time // of its next request
	person *person
}

// step makes the visit's next request when it is due.
func (v *turn) step(kind string, ask func() error) bool {
	if !until(v.ctx, v.due) {
		return false
	}
	err := ask()
	if v.ctx.Err() != nil {
		return false // somebody stopped the load
	}
	v.tally.note(kind, time.Since(v.due), err)
	v.due = v.due.Add(think)
	return err == nil
}
