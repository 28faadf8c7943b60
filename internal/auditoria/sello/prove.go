package sello

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Reader proves things about a published log.
type Reader struct {
	Objects Objects
	Prefix  string
	Keys    verify.Keys
}

// Checkpoint is the newest that is published.
func (r Reader) Checkpoint(ctx context.Context) (verify.Signed, error) {
	msg, _, err := r.Objects.Load(ctx, r.Prefix+verify.CheckpointPath)
	if err != nil {
		return verify.Signed{}, err
	}
	s, err := verify.Open(msg, r.Keys)
	if err != nil {
		return s, refuse("published %v", err)
	}
	return s, nil
}

// Prove gives the proof of entry number index in this checkpoint, with the checkpoint.
func (r Reader) Prove(ctx context.Context, in verify.Signed, index int64) (verify.Proof, error) {
	if index < 0 || index >= in.Size {
		return verify.Proof{}, fault.Wrap(fault.NotFound, fmt.Errorf("entry %d of a log of %d", index, in.Size))
	}
	hashes, err := tlog.ProveRecord(in.Size, index, newGrowth(ctx, r.Objects, r.Prefix, in.Checkpoint))
	if err != nil {
		return verify.Proof{}, err
	}
	return verify.Proof{Index: index, Hashes: hashes, Checkpoint: in.Note}, nil
}

// ProveGrowth gives the proof that this checkpoint's tree begins with the tree of old
// entries that the log had.
func (r Reader) ProveGrowth(ctx context.Context, old int64, in verify.Signed) (verify.Growth, error) {
	g := verify.Growth{Old: old, Checkpoint: in.Note}
	if old < 0 || old > in.Size {
		return verify.Growth{}, fault.Wrap(fault.BadUserInput, errors.New("the older log is not older"))
	}
	if old == 0 || old == in.Size {
		return g, nil
	}
	hashes, err := tlog.ProveTree(in.Size, old, newGrowth(ctx, r.Objects, r.Prefix, in.Checkpoint))
	if err != nil {
		return verify.Growth{}, err
	}
	g.Hashes = hashes
	return g, nil
}

// Check reads the whole log (verify.Log).
func (r Reader) Check(ctx context.Context) (verify.Signed, error) {
	return verify.Log(ctx, func(ctx context.Context, path string) ([]byte, error) { return r.Objects.Get(ctx, r.Prefix+path) }, r.Keys)
}
