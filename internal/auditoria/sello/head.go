package sello

import (
	"context"
	"errors"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// fencePath holds the checkpoint that decides.
const fencePath = "fence"

// looks is how often the head is read until two processes do not cross.
const looks = 5

// head is a log as it is stored: what the fence holds, what is published, and the bundle
// of a seal that is not finished.
type head struct {
	verify.Signed
	version   string
	published []byte // nil: none
	bundle    *bundle
}

// load reads the head, and finishes the seal that made it.
func (s *Sealer) load(ctx context.Context) (head, error) {
	h, err := s.look(ctx)
	for range looks {
		if err == nil {
			return h, s.finish(ctx, h)
		}
		var broken *Damage
		if !errors.As(err, &broken) {
			return head{}, err
		}
		// Another process may have moved on between two of the reads.
		again, second := s.look(ctx)
		if second != nil && again.version == h.version && string(again.published) == string(h.published) {
			return head{}, second
		}
		h, err = again, second
	}
	return head{}, fault.Wrap(fault.Conflict, errors.New("another process seals this log"))
}

// look reads the published checkpoint first: it follows the fence, so it is never newer.
func (s *Sealer) look(ctx context.Context) (h head, err error) {
	if h.published, _, err = s.cfg.Objects.Load(ctx, s.path(verify.CheckpointPath)); err != nil && !errors.Is(err, fault.NotFound) {
		return h, err
	}
	msg, version, err := s.cfg.Fence.Load(ctx, s.path(fencePath))
	if errors.Is(err, fault.NotFound) {
		return h, refuse("it has no fence: lost, or never created")
	}
	if err != nil {
		return h, err
	}
	h.version = version
	if h.Signed, err = s.open(msg); err != nil {
		return h, refuse("fence: %v", err)
	}
	if h.bundle, err = s.staged(ctx, h.Checkpoint); err != nil {
		return h, err
	}
	return h, s.compare(h)
}

func (s *Sealer) open(msg []byte) (verify.Signed, error) {
	return verify.Open(msg, s.cfg.Keys.Public())
}

// compare: what is published is what the fence says, or the bundle says what is missing.
func (s *Sealer) compare(h head) error {
	if h.published == nil {
		if h.Size > 0 && h.bundle == nil {
			return refuse("the published checkpoint is gone, the fence has %d entries", h.Size)
		}
		return nil
	}
	p, err := s.open(h.published)
	switch {
	case err != nil:
		return refuse("published %v", err)
	case p.Size > h.Size:
		return refuse("published are %d entries, the fence has %d: it was rolled back", p.Size, h.Size)
	case p.Size == h.Size && p.Root != h.Root:
		return refuse("two logs of %d entries: a fork", p.Size)
	case p.Size < h.Size && h.bundle == nil:
		return refuse("published are %d entries, the fence has %d, and the bundle between them is gone", p.Size, h.Size)
	}
	return nil
}

// finish does again what the process that moved the fence may not have done.
func (s *Sealer) finish(ctx context.Context, h head) error {
	j := job{s: s, head: h, bundle: h.bundle, signed: h.Note, checkpoint: h.Checkpoint}
	switch {
	case h.bundle != nil:
		return j.run(ctx, after(s.order, swap))
	case h.published == nil:
		return j.publish(ctx)
	}
	return nil
}

func emptyTree(origin string) verify.Checkpoint {
	root, _ := tlog.TreeHash(0, nil)
	return verify.Checkpoint{Origin: origin, Root: root}
}
