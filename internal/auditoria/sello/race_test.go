package sello_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// schedule lets several processes take turns, call by call, as a seed says.
type schedule struct {
	rnd   *rand.Rand
	w     *world
	asks  chan *turn
	added int
}

type turn struct {
	over  bool // the process ended
	grant chan fate
}

// All have the lease at once: it expired while its holder slept. Calls cross in every way,
// fail, lose their answers, and processes die in them, while events come, some of them late.
func TestManySealersAtOnce(t *testing.T) { raceFrom(t, 0, 100) }

func TestManySealersInMoreSchedules(t *testing.T) {
	services.Night(t, "TestManySealersAtOnce")
	raceFrom(t, 100, 1000)
}

// raceFrom tries the schedules of these seeds, in a log of each size.
func raceFrom(t *testing.T, first, end uint64) {
	t.Helper()
	for _, size := range []int{0, 250, 511} {
		base := newWorld(t, size)
		for seed := first; seed < end; seed++ {
			if err := race(t.Context(), base.copy(), seed, nil); err != nil {
				t.Fatalf("size %d, seed %d: %v", size, seed, err)
			}
		}
	}
}

const sealers = 3

func race(ctx context.Context, w *world, seed uint64, plant func(*process, *sello.Sealer)) error {
	c := &schedule{rnd: rand.New(rand.NewPCG(seed, 1)), w: w, asks: make(chan *turn)}
	c.more()
	results := make(chan error, sealers)
	for range sealers {
		go c.process(ctx, results, plant)
	}
	c.run()
	for range sealers {
		if err := <-results; err != nil {
			return err
		}
	}
	for range 4 {
		last := &process{Objects: w, source: w.events, next: func() fate { return goesOn }}
		s := w.sealer(last, last)
		if plant != nil {
			plant(last, s)
		}
		if _, err := s.Step(ctx); err != nil {
			return fmt.Errorf("the last process: %w", err)
		}
	}
	return w.audit(ctx)
}

// process makes some steps, and stands still when its process dies.
func (c *schedule) process(ctx context.Context, results chan<- error, plant func(*process, *sello.Sealer)) {
	me := &turn{grant: make(chan fate)}
	p := &process{Objects: c.w, source: c.w.events, next: func() fate {
		c.asks <- me
		return <-me.grant
	}}
	s := c.w.sealer(p, p)
	if plant != nil {
		plant(p, s)
	}
	var broken *sello.Damage
	var err error
	for range 3 {
		if _, err = s.Step(ctx); errors.As(err, &broken) {
			break
		}
		if err != nil && fault.CodeOf(err) != fault.Conflict && fault.CodeOf(err) != fault.Unavailable && !errors.Is(err, errDead) {
			break
		}
		err = nil
	}
	results <- err
	c.asks <- &turn{over: true}
}

// run waits until every process asks, and lets one go on.
func (c *schedule) run() {
	var waiting []*turn
	for alive := sealers; alive > 0; {
		for len(waiting) < alive {
			if t := <-c.asks; t.over {
				alive--
			} else {
				waiting = append(waiting, t)
			}
		}
		if alive == 0 {
			return
		}
		if c.rnd.IntN(8) == 0 {
			c.more()
		}
		n := c.rnd.IntN(len(waiting))
		next := waiting[n]
		waiting = append(waiting[:n], waiting[n+1:]...)
		next.grant <- c.fate()
	}
}

func (c *schedule) fate() fate {
	if c.rnd.IntN(15) > 0 {
		return goesOn
	}
	return fate(1 + c.rnd.IntN(int(fates)-1))
}

// more events: some are committed late, with an earlier time than known ones.
func (c *schedule) more() {
	for range 1 + c.rnd.IntN(4) {
		c.added++
		c.w.events.add(fmt.Sprintf("new-%d", c.added), begin.Add(-early(c.rnd)))
	}
}

func early(rnd *rand.Rand) time.Duration { return time.Duration(rnd.IntN(1000)) }
