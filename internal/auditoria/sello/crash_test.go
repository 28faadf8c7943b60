package sello_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// fate is what happens at a call.
type fate int

const (
	goesOn     fate = iota
	diesBefore      // the process ends, the call never left it
	diesAfter       // the call took effect, the process heard nothing more
	losesReply      // the call took effect, the process hears of a broken line, and goes on
	fails           // nothing happened, the process hears of it
	fates
)

var errDead = errors.New("this process is dead")

// process is the ports as one process has them.
type process struct {
	sello.Objects
	source sello.Source
	next   func() fate
	dead   bool
}

var (
	_ sello.Objects = (*process)(nil)
	_ sello.Source  = (*process)(nil)
)

func (p *process) call(effect func() error) error {
	if p.dead {
		return errDead
	}
	what := p.next()
	if what == diesBefore {
		p.dead = true
		return errDead
	}
	if what == fails {
		return fault.Wrap(fault.Unavailable, errors.New("no line"))
	}
	err := effect()
	switch what {
	case diesAfter:
		p.dead = true
		return errDead
	case losesReply:
		return fault.Wrap(fault.Unavailable, errors.New("the answer was lost"))
	}
	return err
}

func (p *process) Get(ctx context.Context, key string) (data []byte, err error) {
	err = p.call(func() (e error) { data, e = p.Objects.Get(ctx, key); return e })
	return data, err
}

func (p *process) Put(ctx context.Context, key string, data []byte) error {
	return p.call(func() error { return p.Objects.Put(ctx, key, data) })
}

func (p *process) Delete(ctx context.Context, key string) error {
	return p.call(func() error { return p.Objects.Delete(ctx, key) })
}

func (p *process) Load(ctx context.Context, key string) (data []byte, version string, err error) {
	err = p.call(func() (e error) { data, version, e = p.Objects.Load(ctx, key); return e })
	return data, version, err
}

func (p *process) Swap(ctx context.Context, key, version string, data []byte) error {
	return p.call(func() error { return p.Objects.Swap(ctx, key, version, data) })
}

func (p *process) Pending(ctx context.Context, limit int) (all sello.Pending, err error) {
	err = p.call(func() (e error) { all, e = p.source.Pending(ctx, limit); return e })
	return all, err
}

func (p *process) Sealed(ctx context.Context, first int64, ids []string) error {
	return p.call(func() error { return p.source.Sealed(ctx, first, ids) })
}

// A process is struck at each of its calls in turn, in each way; the next one finishes.
// Sizes: an empty log, a tile that fills, a tile of the second level that fills.
func TestASealIsCutShortAnywhere(t *testing.T) {
	for _, size := range []int{0, 250, 65530} {
		base := newWorld(t, size)
		for what := diesBefore; what < fates; what++ {
			if size > 60000 && what != diesAfter {
				continue // an audit of so many takes a second
			}
			calls := 0
			for at := 1; ; at++ {
				w := base.copy()
				done, err := cutShort(t.Context(), w, at, what, nil)
				if err != nil {
					t.Fatalf("size %d, fate %d at call %d: %v", size, what, at, err)
				}
				if done {
					break
				}
				calls++
			}
			if calls < 12 {
				t.Errorf("size %d: only %d calls were struck", size, calls)
			}
		}
	}
}

// cutShort runs one process that is struck, then another that is not. done: the seal was
// over before the call.
func cutShort(ctx context.Context, w *world, at int, what fate, order []sello.Step) (done bool, err error) {
	for i := range 10 {
		w.events.add(fmt.Sprintf("new-%d", i), begin)
	}
	calls := 0
	p := &process{Objects: w, source: w.events, next: func() fate {
		if calls++; calls == at {
			return what
		}
		return goesOn
	}}
	s := w.sealer(p, p)
	if order != nil {
		s.SetOrder(order...)
	}
	_, err = s.Step(ctx)
	if calls < at {
		return true, errors.Join(err, w.audit(ctx))
	}
	for i := range 3 {
		w.events.add(fmt.Sprintf("later-%d", i), begin.Add(-1)) // committed late, with an earlier time
	}
	next := w.sealer(w, w.events)
	if order != nil {
		next.SetOrder(order...)
	}
	for range 4 {
		if _, err := next.Step(ctx); err != nil {
			return false, err
		}
	}
	return false, w.audit(ctx)
}
