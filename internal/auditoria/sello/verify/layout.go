package verify

import (
	"encoding/binary"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	// Height of a tile: 2^8 hashes, 256 entries in a bundle (C2SP tlog-tiles).
	Height = 8
	// Width is the number of hashes of a full tile.
	Width = 1 << Height
	// CheckpointPath is where the log's newest checkpoint is published.
	CheckpointPath = "checkpoint"
	// MaxEntry bounds an entry: its length has two bytes.
	MaxEntry = 1<<16 - 1
)

// TilePath is where a tile of hashes lies.
func TilePath(t tlog.Tile) string { return strings.Replace(t.Path(), "tile/8/", "tile/", 1) }

// BundlePath is where the entries lie whose hashes are in a tile of level 0.
func BundlePath(t tlog.Tile) string {
	return strings.Replace(TilePath(t), "tile/0/", "tile/entries/", 1)
}

// EntriesPath is where the entries lie of which the first has number n*Width; width of them.
func EntriesPath(n int64, width int) string {
	return BundlePath(tlog.Tile{H: Height, N: n, W: width})
}

// AppendEntry adds an entry to a bundle.
func AppendEntry(bundle, entry []byte) []byte {
	bundle = binary.BigEndian.AppendUint16(bundle, uint16(len(entry)))
	return append(bundle, entry...)
}

// ParseBundle takes a bundle of exactly n entries apart.
func ParseBundle(bundle []byte, n int) ([][]byte, error) {
	var all [][]byte
	for len(bundle) > 0 && len(all) < n {
		if len(bundle) < 2 || len(bundle)-2 < int(binary.BigEndian.Uint16(bundle)) {
			return nil, fmt.Errorf("entries: cut off after %d of %d", len(all), n)
		}
		end := 2 + int(binary.BigEndian.Uint16(bundle))
		all = append(all, bundle[2:end])
		bundle = bundle[end:]
	}
	if len(all) != n || len(bundle) > 0 {
		return nil, fmt.Errorf("entries: %d and %d bytes, want %d entries", len(all), len(bundle), n)
	}
	return all, nil
}
