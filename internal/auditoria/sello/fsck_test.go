package sello_test

import (
	"context"
	"testing"

	"github.com/transparency-dev/tessera/api/layout"
	"github.com/transparency-dev/tessera/fsck"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

// outside gives a log's files to Tessera's fsck, a reader that others wrote.
type outside struct{ *world }

func (o outside) ReadCheckpoint(ctx context.Context) ([]byte, error) {
	return o.Get(ctx, prefix+layout.CheckpointPath)
}

func (o outside) ReadTile(ctx context.Context, l, i uint64, p uint8) ([]byte, error) {
	return o.Get(ctx, prefix+layout.TilePath(l, i, p))
}

func (o outside) ReadEntryBundle(ctx context.Context, i uint64, p uint8) ([]byte, error) {
	return o.Get(ctx, prefix+layout.EntriesPath(i, p))
}

func TestTesseraAgrees(t *testing.T) {
	for _, size := range []int{1, 255, 256, 257, 66000} {
		w := newWorld(t, size-1)
		w.events.add("last", begin)
		w.settle(t)
		if err := fsckOf(t, w); err != nil {
			t.Errorf("%d entries: %v", size, err)
		}
		key := prefix + layout.TilePath(0, 0, layout.PartialTileSize(0, 0, uint64(size)))
		data, _ := w.Get(t.Context(), key)
		data[5] ^= 1
		w.Set(key, data)
		if err := fsckOf(t, w); err == nil {
			t.Errorf("%d entries: it does not look at tiles", size)
		}
	}
}

func fsckOf(t *testing.T, w *world) error {
	t.Helper()
	key := w.keys.Public()[0]
	v, err := note.NewVerifier(verify.FormatKey(origin, verify.KindLog, key.Public))
	if err != nil {
		t.Fatal(err)
	}
	hashes := func(bundle []byte) (all [][]byte, err error) {
		var b struct{ Entries [][]byte }
		for len(bundle) >= 2 {
			end := 2 + int(bundle[0])<<8 + int(bundle[1])
			b.Entries = append(b.Entries, bundle[2:end])
			bundle = bundle[end:]
		}
		for _, e := range b.Entries {
			h := tlog.RecordHash(e)
			all = append(all, h[:])
		}
		return all, nil
	}
	return fsck.New(origin, v, outside{w}, hashes, fsck.Opts{N: 2}).Check(t.Context())
}
