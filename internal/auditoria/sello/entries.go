package sello

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

// objects are the tiles that a seal adds, and the entries beside those of level 0.
func (g *growth) objects(old, size int64, leaves []Leaf) (all []object, err error) {
	for _, t := range tlog.NewTiles(verify.Height, old, size) {
		data, err := tlog.ReadTileData(t, g)
		if err != nil {
			return nil, err
		}
		if t.L == 0 {
			entries, err := g.entries(t, old, leaves)
			if err != nil {
				return nil, err
			}
			all = append(all, object{verify.BundlePath(t), entries})
		}
		all = append(all, object{verify.TilePath(t), data})
	}
	return all, nil
}

// entries of a tile of level 0: those that were there, and the new ones.
func (g *growth) entries(t tlog.Tile, old int64, leaves []Leaf) ([]byte, error) {
	first, end := t.N*verify.Width, t.N*verify.Width+int64(t.W)
	var data []byte
	if first < old {
		var err error
		if data, err = g.oldEntries(t.N, int(old-first)); err != nil {
			return nil, err
		}
		first = old
	}
	for ; first < end; first++ {
		data = verify.AppendEntry(data, leaves[first-old].Entry)
	}
	return data, nil
}

// oldEntries reads a bundle that is not full, and looks whether its entries are those of
// the tree: they are copied to a place where nothing is mended.
func (g *growth) oldEntries(n int64, width int) ([]byte, error) {
	path := verify.BundlePath(tlog.Tile{H: verify.Height, L: 0, N: n, W: width})
	data, err := g.tiles.get(path)
	if err != nil {
		return nil, err
	}
	entries, err := verify.ParseBundle(data, width)
	if err != nil {
		return nil, refuse("%s: %v", path, err)
	}
	var indexes []int64
	for i := range entries {
		indexes = append(indexes, tlog.StoredHashIndex(0, n*verify.Width+int64(i)))
	}
	hashes, err := g.ReadHashes(indexes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i, e := range entries {
		if tlog.RecordHash(e) != hashes[i] {
			return nil, refuse("%s: entry %d is not that of the tree", path, i)
		}
	}
	return append([]byte(nil), data...), nil
}
