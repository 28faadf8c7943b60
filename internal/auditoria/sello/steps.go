package sello

import (
	"context"
	"errors"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// step is one write of a seal, or several that may be done again.
type step int

const (
	stage   step = iota // the bundle: all that the later steps write
	swap                // the fence: from here on the seal is
	upload              // tiles and entries
	publish             // the checkpoint for readers
	mark                // the source hears the numbers
	drop                // the bundle, when nothing is left to do
)

// order is that of the writes. Every other order loses or forks a log when a process dies
// in it, or when two seal at once: the simulation tries them.
var order = []step{stage, swap, upload, publish, mark, drop}

// after are the steps that follow one.
func after(steps []step, one step) []step {
	for i, s := range steps {
		if s == one {
			return steps[i+1:]
		}
	}
	return nil
}

// job is one seal.
type job struct {
	s          *Sealer
	head       head // before it
	bundle     *bundle
	checkpoint verify.Checkpoint // after it
	signed     []byte
}

func (j *job) run(ctx context.Context, steps []step) error {
	for _, s := range steps {
		if err := j.do(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (j *job) do(ctx context.Context, s step) error {
	switch s {
	case stage:
		return j.s.cfg.Objects.Put(ctx, j.s.stagingPath(j.checkpoint), j.bundle.format())
	case swap:
		return j.swap(ctx)
	case upload:
		return j.upload(ctx)
	case publish:
		return j.publish(ctx)
	case mark:
		return j.s.cfg.Source.Sealed(ctx, j.bundle.First, j.bundle.IDs)
	case drop:
		return j.s.cfg.Objects.Delete(ctx, j.s.stagingPath(j.checkpoint))
	}
	return fmt.Errorf("no step %d", s)
}

// swap moves the fence. Who comes too late takes its bundle away, unless the winner sealed
// the same entries: then the bundle is the winner's too. An error that is no Conflict
// says nothing of what happened; the next look at the head does.
func (j *job) swap(ctx context.Context) error {
	err := j.s.cfg.Fence.Swap(ctx, j.s.path(fencePath), j.head.version, j.signed)
	if !errors.Is(err, fault.Conflict) {
		return err
	}
	if now, _, look := j.s.cfg.Fence.Load(ctx, j.s.path(fencePath)); look == nil {
		if winner, open := j.s.open(now); open == nil && winner.Checkpoint != j.checkpoint {
			_ = j.do(ctx, drop) // rests of a bundle cost storage only
		}
	}
	return err
}

// upload writes what never changes. Other bytes in one of these places are damage.
func (j *job) upload(ctx context.Context) error {
	for _, o := range j.bundle.Objects {
		err := j.s.cfg.Objects.Put(ctx, j.s.path(o.Path), o.Data)
		if errors.Is(err, fault.Conflict) {
			return refuse("%s holds other bytes", o.Path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// publish never replaces a newer checkpoint: a process that slept may come late.
func (j *job) publish(ctx context.Context) error {
	key := j.s.path(verify.CheckpointPath)
	for range looks {
		now, version, err := j.s.cfg.Objects.Load(ctx, key)
		if err != nil && !errors.Is(err, fault.NotFound) {
			return err
		}
		if err == nil {
			p, err := j.s.open(now)
			if err != nil {
				return refuse("published %v", err)
			}
			if p.Size > j.checkpoint.Size || p.Checkpoint == j.checkpoint {
				return nil
			}
		}
		if err := j.s.cfg.Objects.Swap(ctx, key, version, j.signed); !errors.Is(err, fault.Conflict) {
			return err
		}
	}
	return fault.Wrap(fault.Conflict, errors.New("another process publishes this log"))
}
