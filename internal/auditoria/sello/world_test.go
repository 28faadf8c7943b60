package sello_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/sellotest"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

const (
	origin = "carpeta.example/operador/op-1"
	prefix = "op-1/"
)

var begin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func seed(n byte) []byte { return bytes.Repeat([]byte{n}, 32) }

func newKeyring(t testing.TB, keys ...sello.SecretKey) *sello.Keyring {
	t.Helper()
	if keys == nil {
		keys = []sello.SecretKey{{Seed: seed(1), From: begin}}
	}
	k, err := sello.NewKeyring(origin, keys...)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// world is a log, what it seals, and every checkpoint that anybody could have seen.
type world struct {
	*sellotest.Memory
	events *events
	keys   *sello.Keyring
	clock  time.Time
	mu     sync.Mutex
	seen   []verify.Signed
	wrong  []string
}

func newWorld(t testing.TB, n int) *world {
	t.Helper()
	w := &world{Memory: sellotest.NewMemory(), events: newEvents(), keys: newKeyring(t), clock: begin.Add(time.Hour)}
	s := w.sealer(w, w.events)
	if err := s.Create(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		w.events.add(fmt.Sprintf("base-%d", i), begin)
	}
	w.settle(t)
	return w
}

// copy is another world with the same past.
func (w *world) copy() *world {
	c := &world{Memory: w.Copy(), events: w.events.copy(), keys: w.keys, clock: w.clock, seen: slices.Clone(w.seen)}
	c.events.check = c.published
	return c
}

func (w *world) sealer(o sello.Objects, s sello.Source) *sello.Sealer {
	return sello.New(sello.Config{Prefix: prefix, Objects: o, Source: s, Keys: w.keys, Clock: func() time.Time { return w.clock }, Limit: 1 << 16})
}

func (w *world) reader() sello.Reader {
	return sello.Reader{Objects: w, Prefix: prefix, Keys: w.keys.Public()}
}

// settle seals until nothing waits, with a process that nothing happens to.
func (w *world) settle(t testing.TB) {
	t.Helper()
	if err := w.tidy(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (w *world) tidy(ctx context.Context) error {
	for range 10 {
		n, err := w.sealer(w, w.events).Step(ctx)
		if err != nil {
			return err
		}
		if p, _ := w.events.Pending(ctx, 1); n == 0 && len(p.Leaves) == 0 {
			return nil
		}
	}
	return errors.New("something waits for ever")
}

// Swap watches the checkpoints. One that readers get has all its tiles.
func (w *world) Swap(ctx context.Context, key, version string, data []byte) error {
	if err := w.Memory.Swap(ctx, key, version, data); err != nil {
		return err
	}
	w.watch(ctx, key, data)
	return nil
}

func (w *world) watch(ctx context.Context, key string, data []byte) {
	s, err := verify.Open(data, w.keys.Public())
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		w.wrong = append(w.wrong, err.Error())
		return
	}
	w.seen = append(w.seen, s)
	if key == prefix+verify.CheckpointPath && s.Size < 10000 { // an audit of more takes long
		if err := verify.Tree(ctx, func(ctx context.Context, path string) ([]byte, error) { return w.Get(ctx, prefix+path) }, s.Checkpoint); err != nil {
			w.wrong = append(w.wrong, "published before its tiles: "+err.Error())
		}
	}
}

func (w *world) published(first int64, n int) error {
	s, err := w.reader().Checkpoint(context.Background())
	if err == nil && s.Size < first+int64(n) {
		err = fmt.Errorf("numbers up to %d were told, %d are published", first+int64(n), s.Size)
	}
	return err
}

// audit is what has to hold at the end of every schedule.
func (w *world) audit(ctx context.Context) error {
	signed, err := w.reader().Check(ctx)
	if err != nil {
		return err
	}
	if wrong := append(w.wrong, w.events.wrong...); len(wrong) > 0 {
		return errors.New(wrong[0])
	}
	if int(signed.Size) != len(w.events.all) {
		return fmt.Errorf("%d events, %d entries", len(w.events.all), signed.Size)
	}
	leaves, err := w.leaves(signed.Size)
	if err != nil {
		return err
	}
	for _, v := range w.events.all {
		at, ok := w.events.number[v.ID]
		if !ok || leaves[at] != tlog.RecordHash(v.Entry) {
			return fmt.Errorf("%s is not entry %d", v.ID, at)
		}
	}
	return w.oneHistory(leaves)
}

func (w *world) leaves(size int64) (all []tlog.Hash, err error) {
	for n := int64(0); n*verify.Width < size; n++ {
		t := tlog.Tile{H: verify.Height, N: n, W: int(min(verify.Width, size-n*verify.Width))}
		data, err := w.Get(context.Background(), prefix+verify.TilePath(t))
		if err != nil {
			return nil, err
		}
		for ; len(data) > 0; data = data[tlog.HashSize:] {
			all = append(all, tlog.Hash(data[:tlog.HashSize]))
		}
	}
	return all, nil
}

// oneHistory: every checkpoint that was ever to be seen is a beginning of the log. None
// forked from it.
func (w *world) oneHistory(leaves []tlog.Hash) error {
	var stored []tlog.Hash
	read := tlog.HashReaderFunc(func(indexes []int64) (all []tlog.Hash, err error) {
		for _, i := range indexes {
			all = append(all, stored[i])
		}
		return all, nil
	})
	for n, h := range leaves {
		more, err := tlog.StoredHashesForRecordHash(int64(n), h, read)
		if err != nil {
			return err
		}
		stored = append(stored, more...)
	}
	for _, s := range w.seen {
		if s.Size > int64(len(leaves)) {
			return fmt.Errorf("a checkpoint of %d entries was to be seen, the log has %d", s.Size, len(leaves))
		}
		if root, _ := tlog.TreeHash(s.Size, read); root != s.Root {
			return fmt.Errorf("fork: a checkpoint of %d entries was to be seen that is no beginning of the log", s.Size)
		}
	}
	return nil
}
