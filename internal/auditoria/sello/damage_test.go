package sello_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var harm = map[string]func(w *world, key string, data []byte){
	"lost":      func(w *world, key string, _ []byte) { w.Remove(key) },
	"a bit":     func(w *world, key string, data []byte) { data[len(data)/2] ^= 4; w.Set(key, data) },
	"truncated": func(w *world, key string, data []byte) { w.Set(key, data[:len(data)-1]) },
	"half":      func(w *world, key string, data []byte) { w.Set(key, data[:len(data)/64*32]) },
	"longer":    func(w *world, key string, data []byte) { w.Set(key, append(data, data[:34]...)) },
	"foreign":   func(w *world, key string, data []byte) { w.Set(key, slices.Repeat([]byte{7}, len(data))) },
}

// Whatever happens to a tile, to entries or to a checkpoint: the check of the whole log
// finds it. The sealer stops or seals on; it never signs another past.
func TestDamageIsFoundAndMakesNoFork(t *testing.T) {
	base := newWorld(t, 600)
	now, err := base.reader().Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range base.Keys(prefix) {
		if strings.Contains(key, ".p/") && !ofTree(key, now.Size) {
			continue // an older tree's
		}
		for what, do := range harm {
			w := base.copy()
			whole, _ := w.Get(t.Context(), key)
			do(w, key, slices.Clone(whole))
			if _, err := w.reader().Check(t.Context()); err == nil && !strings.HasSuffix(key, "fence") {
				t.Errorf("%s, %s: the check found nothing", key, what)
			}
			w.events.add("after", begin)
			var broken *sello.Damage
			if _, err := w.sealer(w, w.events).Step(t.Context()); err != nil && !errors.As(err, &broken) {
				t.Errorf("%s, %s: %v, want nil or damage", key, what, err)
			}
			restore(w, key, whole, broken != nil)
			w.wrong = nil // what was published meanwhile had a damaged tile
			if err := errors.Join(w.tidy(t.Context()), w.audit(t.Context())); err != nil {
				t.Errorf("%s, %s, restored: %v", key, what, err)
			}
		}
	}
}

// restore puts back what an operator has in a backup, unless the log went on without it.
func restore(w *world, key string, whole []byte, stopped bool) {
	if stopped || !strings.HasSuffix(key, verify.CheckpointPath) && !strings.HasSuffix(key, "fence") {
		w.Set(key, whole)
	}
}

func ofTree(key string, size int64) bool {
	return strings.HasSuffix(key, fmt.Sprintf(".p/%d", size%verify.Width)) || strings.HasSuffix(key, fmt.Sprintf("/1/000.p/%d", size/verify.Width))
}

// A checkpoint from a backup: the sealer refuses, whichever copy is old, and both. The
// verifier of somebody who holds a newer one refuses too.
func TestRolledBack(t *testing.T) {
	for _, old := range [][]string{{"fence"}, {verify.CheckpointPath}, {"fence", verify.CheckpointPath}} {
		w := newWorld(t, 300)
		before := w.Copy()
		w.events.add("held", begin)
		w.settle(t)
		held, err := w.reader().Checkpoint(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range old {
			data, _ := before.Get(t.Context(), prefix+name)
			w.Set(prefix+name, data)
		}
		w.events.add("next", begin)
		var broken *sello.Damage
		if _, err := w.sealer(w, w.events).Step(t.Context()); !errors.As(err, &broken) {
			t.Errorf("%v rolled back: %v, want damage", old, err)
		}
		if now, err := w.reader().Checkpoint(t.Context()); slices.Contains(old, verify.CheckpointPath) && (err != nil || verify.Consistency(held.Checkpoint, now.Checkpoint, nil) == nil) {
			t.Errorf("%v rolled back: the verifier accepts a log that shrank (%v)", old, err)
		}
		if err := w.oneHistoryOf(held.Size); err != nil {
			t.Error(err)
		}
	}
}

func (w *world) oneHistoryOf(size int64) error {
	leaves, err := w.leaves(size)
	if err != nil {
		return err
	}
	return w.oneHistory(leaves)
}

// Who has the key writes another past: with an event changed, dropped or inserted. Nobody
// who holds a checkpoint or a receipt of the first accepts it.
func TestAnotherPast(t *testing.T) {
	ids := make([]string, 500)
	for i := range ids {
		ids[i] = fmt.Sprint("event ", i)
	}
	truth := logOf(t, ids[:400])
	held, _ := truth.reader().Checkpoint(t.Context())
	receipt, err := truth.reader().Prove(t.Context(), held, 123)
	if err != nil {
		t.Fatal(err)
	}
	for what, list := range map[string][]string{
		"true":     ids,
		"changed":  slices.Concat(ids[:123], []string{"another"}, ids[124:]),
		"dropped":  slices.Concat(ids[:123], ids[124:]),
		"inserted": slices.Concat(ids[:123], []string{"another"}, ids[123:]),
		"swapped":  slices.Concat(ids[:123], []string{ids[124], ids[123]}, ids[125:]),
	} {
		w := logOf(t, list)
		now, err := w.reader().Check(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		g, err := w.reader().ProveGrowth(t.Context(), held.Size, now)
		if err != nil {
			t.Fatal(err)
		}
		commitment := verify.Commit(verify.Salt{1}, []byte(ids[123]))
		p, err := w.reader().Prove(t.Context(), now, receipt.Index)
		if err != nil {
			t.Fatal(err)
		}
		grown, there := verify.Consistency(held.Checkpoint, now.Checkpoint, g.Hashes), verify.Inclusion(now.Checkpoint, p.Index, p.Hashes, commitment[:])
		if (grown == nil) != (what == "true") {
			t.Errorf("%s: consistency: %v", what, grown)
		}
		if (there == nil) != (what == "true") {
			t.Errorf("%s: inclusion: %v", what, there)
		}
	}
}

func logOf(t *testing.T, ids []string) *world {
	t.Helper()
	w := newWorld(t, 0)
	for _, id := range ids {
		w.events.add(id, begin)
	}
	w.settle(t)
	return w
}

// A log that is gone does not begin again by itself, nor when its fence alone is gone.
func TestCreateIsNoFork(t *testing.T) {
	w := newWorld(t, 3)
	if err := w.sealer(w, w.events).Create(t.Context()); err != nil {
		t.Errorf("again: %v", err)
	}
	w.Remove(prefix + "fence")
	w.events.add("next", begin)
	var broken *sello.Damage
	if _, err := w.sealer(w, w.events).Step(t.Context()); !errors.As(err, &broken) {
		t.Errorf("without its fence: %v", err)
	}
	if err := w.sealer(w, w.events).Create(t.Context()); !errors.As(err, &broken) {
		t.Errorf("created over what is published: %v", err)
	}
	w.Remove(prefix + verify.CheckpointPath)
	if err := w.sealer(w, w.events).Create(t.Context()); !errors.As(err, &broken) {
		t.Errorf("created though the source was told numbers: %v", err)
	}
	empty := w.copy()
	empty.Memory = newWorld(t, 0).Copy()
	if _, err := empty.reader().Prove(t.Context(), verify.Signed{}, 0); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("an entry of nothing: %v", err)
	}
}
