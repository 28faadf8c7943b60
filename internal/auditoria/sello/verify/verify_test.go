package verify_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

func TestVerify(t *testing.T) {
	_, f, later := sample(t)
	alone := verify.Files{Checkpoint: f.Checkpoint, Keys: f.Keys}
	receipt := verify.Files{Checkpoint: f.Proof, Event: f.Event, Keys: f.Keys}
	for what, c := range map[string]struct {
		files       verify.Files
		index, size int64
	}{
		"a checkpoint": {alone, -1, 10}, "three files": {f, 5, 10}, "a receipt": {receipt, 5, 10}, "a later checkpoint": {later, 5, 17},
	} {
		r, err := c.files.Verify()
		if err != nil || r.Index != c.index || r.Size != c.size || !r.Time.Equal(begin.Add(time.Hour)) {
			t.Errorf("%s: entry %d of %d (%v)", what, r.Index, r.Size, err)
		}
	}
}

// One byte changed anywhere, and one byte fewer: refused. The keys are what is trusted.
func TestOneByteIsEnough(t *testing.T) {
	_, _, later := sample(t)
	oneByte(t, &later, map[string]*[]byte{"checkpoint": &later.Checkpoint, "event": &later.Event, "proof": &later.Proof, "growth": &later.Growth})
	grown := grownFiles(t)
	oneByte(t, &grown, map[string]*[]byte{"checkpoint": &grown.Checkpoint, "older checkpoint": &grown.Older, "growth": &grown.Growth})
}

// grownFiles say that a log of 17 entries began with one of 10.
func grownFiles(t *testing.T) verify.Files {
	t.Helper()
	_, f, later := sample(t)
	return verify.Files{Checkpoint: later.Checkpoint, Older: f.Checkpoint, Growth: later.Growth, Keys: f.Keys}
}

func TestGrowthIsProvenOffline(t *testing.T) {
	f := grownFiles(t)
	r, err := f.Verify()
	if err != nil || r.Size != 17 || r.Older == nil || r.Older.Size != 10 || r.Index != -1 {
		t.Fatalf("%+v %v", r, err)
	}
	for what, change := range map[string]func(*verify.Files){
		"without the growth between the two": func(g *verify.Files) { g.Growth = nil },
		"the two in the other order":         func(g *verify.Files) { g.Checkpoint, g.Older = g.Older, g.Checkpoint },
		"a growth that begins nowhere":       func(g *verify.Files) { g.Older = nil },
	} {
		g := f
		change(&g)
		if _, err := g.Verify(); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
}

// oneByte changes each of these parts of files that are accepted.
func oneByte(t *testing.T, later *verify.Files, parts map[string]*[]byte) {
	t.Helper()
	for what, part := range parts {
		whole := *part
		for i := range whole {
			*part = bytes.Clone(whole)
			(*part)[i] ^= 1
			if _, err := later.Verify(); err == nil {
				t.Errorf("%s: accepted with byte %d changed: %q", what, i, *part)
			}
			if i%8 > 0 && i < len(whole)-2 {
				continue
			}
			*part = whole[:i]
			if _, err := later.Verify(); err == nil {
				t.Errorf("%s: accepted with %d bytes", what, i)
			}
		}
		*part = append(bytes.Clone(whole), '\n')
		if _, err := later.Verify(); err == nil {
			t.Errorf("%s: accepted with a byte more", what)
		}
		*part = whole
	}
	if _, err := later.Verify(); err != nil {
		t.Error(err)
	}
}

// What is whole, and does not belong together.
func TestForeignParts(t *testing.T) {
	event, f, later := sample(t)
	other := &log{t: t, keys: keyring(t, origin)}
	other.add([]byte("x"), []byte("y"))
	foreign := keyring(t, "carpeta.example/operador/foreign")
	for what, change := range map[string]func(*verify.Files){
		"an event without proof":   func(g *verify.Files) { g.Proof = nil },
		"a proof without event":    func(g *verify.Files) { g.Event = nil },
		"two proofs":               func(g *verify.Files) { g.Checkpoint = g.Proof },
		"keys of another log":      func(g *verify.Files) { g.Keys = foreign.Public().Format() },
		"no keys":                  func(g *verify.Files) { g.Keys = nil },
		"a checkpoint of a fork":   func(g *verify.Files) { g.Checkpoint = other.checkpoint() },
		"a proof of another entry": func(g *verify.Files) { g.Proof = other.proof(1) },
		"another salt":             func(g *verify.Files) { g.Event = verify.EventFile{Salt: verify.Salt{1}, Event: event.Event}.Format() },
		"a later checkpoint":       func(g *verify.Files) { g.Checkpoint = later.Checkpoint },
		"growth to elsewhere":      func(g *verify.Files) { g.Growth = later.Growth },
	} {
		g := f
		change(&g)
		if _, err := g.Verify(); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
}

// A proof in a log of a thousand million entries, with the longest name: at most 2 KiB.
func TestProofIsSmall(t *testing.T) {
	const size = 1_000_000_000
	longest := 0
	zeros := tlog.HashReaderFunc(func(i []int64) ([]tlog.Hash, error) { return make([]tlog.Hash, len(i)), nil })
	for _, index := range []int64{0, 1, size / 2, 1<<29 - 1, 1 << 29, size - 2, size - 1} {
		hashes, err := tlog.ProveRecord(size, index, zeros)
		if err != nil {
			t.Fatal(err)
		}
		longest = max(longest, len(hashes))
	}
	name := strings.Repeat("o", verify.MaxOrigin)
	msg, err := keyring(t, name).Sign(verify.Checkpoint{Origin: name, Size: size}, begin)
	if err != nil {
		t.Fatal(err)
	}
	text := verify.Proof{Index: size - 1, Hashes: make([]tlog.Hash, longest), Checkpoint: msg}.Format()
	t.Logf("%d hashes, %d bytes", longest, len(text))
	if longest != 30 || len(text) > 2<<10 {
		t.Errorf("%d hashes, %d bytes, want 30 and at most 2,048", longest, len(text))
	}
}

func TestConsistencyOfLittle(t *testing.T) {
	l := &log{t: t, keys: keyring(t, origin)}
	c := func() verify.Checkpoint {
		s, err := verify.Open(l.checkpoint(), l.keys.Public())
		if err != nil {
			t.Fatal(err)
		}
		return s.Checkpoint
	}
	empty := c()
	l.add([]byte("a"))
	one := c()
	renamed := one
	renamed.Origin = "carpeta.example/other"
	forked := one
	forked.Root[0]++
	for what, bad := range map[string]error{
		"grows from nothing": verify.Consistency(empty, one, nil), "itself": verify.Consistency(one, one, nil),
	} {
		if bad != nil {
			t.Errorf("%s: %v", what, bad)
		}
	}
	for what, bad := range map[string]error{
		"shrinks": verify.Consistency(one, empty, nil), "another name": verify.Consistency(one, renamed, nil), "fork": verify.Consistency(one, forked, nil),
		"needless hashes": verify.Consistency(one, one, make([]tlog.Hash, 1)), "a false nothing": verify.Consistency(verify.Checkpoint{Origin: origin, Root: one.Root}, one, nil),
	} {
		if bad == nil {
			t.Errorf("%s: accepted", what)
		}
	}
}
