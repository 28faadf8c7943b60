package sello

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// tiles reads the tiles of one tree. tlog.TileHashReader believes no byte of them before
// it has computed the tree's root from it.
type tiles struct {
	ctx     context.Context
	objects Objects
	prefix  string
	cache   map[string][]byte
	failed  error // of the store, not of what it holds
}

var _ tlog.TileReader = (*tiles)(nil)

// Height implements tlog.TileReader.
func (*tiles) Height() int { return verify.Height }

// SaveTiles implements tlog.TileReader: what is stored is stored.
func (*tiles) SaveTiles([]tlog.Tile, [][]byte) {}

// ReadTiles implements tlog.TileReader.
func (r *tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, t := range wanted {
		data, err := r.get(verify.TilePath(t))
		if err != nil {
			return nil, err
		}
		if len(data) != t.W*tlog.HashSize {
			return nil, refuse("%s has %d bytes, want %d", verify.TilePath(t), len(data), t.W*tlog.HashSize)
		}
		all = append(all, data)
	}
	return all, nil
}

func (r *tiles) get(path string) ([]byte, error) {
	if data, ok := r.cache[path]; ok {
		return data, nil
	}
	data, err := r.objects.Get(r.ctx, r.prefix+path)
	if errors.Is(err, fault.NotFound) {
		return nil, refuse("%s is gone", path)
	}
	if err != nil {
		r.failed = err
		return nil, err
	}
	r.cache[path] = data
	return data, nil
}

// growth is an old tree and the hashes that a seal adds to it.
type growth struct {
	tiles *tiles
	old   tlog.HashReader
	known map[int64]tlog.Hash
}

func newGrowth(ctx context.Context, objects Objects, prefix string, c verify.Checkpoint) *growth {
	t := &tiles{ctx: ctx, objects: objects, prefix: prefix, cache: map[string][]byte{}}
	return &growth{t, tlog.TileHashReader(tlog.Tree{N: c.Size, Hash: c.Root}, t), map[int64]tlog.Hash{}}
}

// ReadHashes implements tlog.HashReader: the new ones, and those of the old tree.
func (g *growth) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var missing []int64
	for _, i := range indexes {
		if _, ok := g.known[i]; !ok {
			missing = append(missing, i)
		}
	}
	if len(missing) > 0 {
		found, err := g.old.ReadHashes(missing)
		if err != nil {
			return nil, g.verdict(err)
		}
		for i, h := range found {
			g.known[missing[i]] = h
		}
	}
	all := make([]tlog.Hash, 0, len(indexes))
	for _, i := range indexes {
		all = append(all, g.known[i])
	}
	return all, nil
}

// verdict tells a store that does not answer from tiles that do not fit.
func (g *growth) verdict(err error) error {
	var broken *Damage
	if g.tiles.failed != nil || errors.As(err, &broken) {
		return cmp.Or(g.tiles.failed, err)
	}
	return refuse("%v", err)
}

// add appends an entry as number n.
func (g *growth) add(n int64, entry []byte) error {
	hashes, err := tlog.StoredHashesForRecordHash(n, tlog.RecordHash(entry), g)
	if err != nil {
		return err
	}
	for i, h := range hashes {
		g.known[tlog.StoredHashIndex(0, n)+int64(i)] = h
	}
	return nil
}

// prepare computes a seal: nothing of it is written yet.
func (s *Sealer) prepare(ctx context.Context, h head, leaves []Leaf) (*job, error) {
	g := newGrowth(ctx, s.cfg.Objects, s.cfg.Prefix, h.Checkpoint)
	b := &bundle{First: h.Size}
	size := h.Size
	for _, l := range leaves {
		if len(l.Entry) > verify.MaxEntry {
			return nil, fmt.Errorf("entry %s has %d bytes, at most %d", l.ID, len(l.Entry), verify.MaxEntry)
		}
		if err := g.add(size, l.Entry); err != nil {
			return nil, err
		}
		b.IDs = append(b.IDs, l.ID)
		size++
	}
	root, err := tlog.TreeHash(size, g)
	if err != nil {
		return nil, err
	}
	if b.Objects, err = g.objects(h.Size, size, leaves); err != nil {
		return nil, err
	}
	j := &job{s: s, head: h, bundle: b, checkpoint: verify.Checkpoint{Origin: s.cfg.Keys.origin, Size: size, Root: root}}
	at := s.cfg.Clock()
	if at.Before(h.Time) { // a clock that went back; the log's own time does not
		at = h.Time
	}
	j.signed, err = s.sign(j.checkpoint, at)
	return j, err
}
