package verify

import (
	"bytes"
	"context"
	"fmt"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"
)

// Reader gives the bytes of a log's files by their paths.
type Reader func(ctx context.Context, path string) ([]byte, error)

// Log reads every entry and every tile of a log, computes all hashes again, and compares
// them with the tiles and with the published checkpoint. It computes with another
// implementation (transparency-dev/merkle) than the one that wrote.
func Log(ctx context.Context, read Reader, keys Keys) (Signed, error) {
	msg, err := read(ctx, CheckpointPath)
	if err != nil {
		return Signed{}, err
	}
	signed, err := Open(msg, keys)
	if err != nil {
		return Signed{}, err
	}
	return signed, Tree(ctx, read, signed.Checkpoint)
}

// Tree is Log for a checkpoint that the caller holds: of today, or of years ago.
func Tree(ctx context.Context, read Reader, c Checkpoint) error {
	w := walk{ctx: ctx, read: read, size: c.Size}
	tree := (&compact.RangeFactory{Hash: rfc6962.DefaultHasher.HashChildren}).NewEmptyRange(0)
	for n := int64(0); n*Width < c.Size; n++ {
		entries, err := w.bundle(n)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if err := tree.Append(rfc6962.DefaultHasher.HashLeaf(e), w.visit); err != nil {
				return err
			}
		}
		if w.err != nil {
			return w.err
		}
	}
	if err := w.rest(); err != nil {
		return err
	}
	return sameRoot(tree, c)
}

func sameRoot(tree *compact.Range, c Checkpoint) error {
	root, err := tree.GetRootHash(nil)
	if err != nil {
		return err
	}
	if c.Size == 0 {
		root = rfc6962.DefaultHasher.EmptyRoot()
	}
	if !bytes.Equal(root, c.Root[:]) {
		return fmt.Errorf("the entries have the root %x, the checkpoint says %x", root, c.Root[:])
	}
	return nil
}

// walk collects the hashes of the tiles under way, one for each level.
type walk struct {
	ctx   context.Context
	read  Reader
	size  int64
	tiles []tile
	err   error
}

type tile struct {
	n    int64
	data []byte
}

func (w *walk) bundle(n int64) ([][]byte, error) {
	t := tlog.Tile{H: Height, L: 0, N: n, W: int(min(Width, w.size-n*Width))}
	data, err := w.read(w.ctx, BundlePath(t))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", BundlePath(t), err)
	}
	entries, err := ParseBundle(data, t.W)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", BundlePath(t), err)
	}
	return entries, nil
}

// visit gets each hash of the tree; every eighth level is in tiles.
func (w *walk) visit(id compact.NodeID, hash []byte) {
	if id.Level%Height != 0 || w.err != nil {
		return
	}
	level := int(id.Level / Height)
	for len(w.tiles) <= level {
		w.tiles = append(w.tiles, tile{})
	}
	t := &w.tiles[level]
	t.data = append(t.data, hash...)
	if len(t.data) == Width*tlog.HashSize {
		w.err = w.compare(level, *t)
		*t = tile{n: t.n + 1}
	}
}

// rest compares the tiles that are not full.
func (w *walk) rest() error {
	for level, t := range w.tiles {
		if len(t.data) > 0 && w.err == nil {
			w.err = w.compare(level, t)
		}
	}
	return w.err
}

func (w *walk) compare(level int, t tile) error {
	path := TilePath(tlog.Tile{H: Height, L: level, N: t.n, W: len(t.data) / tlog.HashSize})
	data, err := w.read(w.ctx, path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if !bytes.Equal(data, t.data) {
		return fmt.Errorf("%s: not the hashes of its entries", path)
	}
	return nil
}
