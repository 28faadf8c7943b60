package verify_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

func TestOriginsAndKeys(t *testing.T) {
	for _, name := range []string{"", "a b", "a+b", "a\nb", "cosignature/v1", "\xff", strings.Repeat("x", 101), "a\u2028b"} {
		if verify.ValidOrigin(name) == nil {
			t.Errorf("%q is a name", name)
		}
	}
	good := string(keyring(t, origin).Public().Format())
	key := strings.Fields(good)[0]
	for what, text := range map[string]string{
		"nothing": "", "comments": "# x\n\n", "two words": key + " 2026-01-01T00:00:00Z\n", "no time": key + " today -\n", "an offset": key + " 2026-01-01T00:00:00+01:00 -\n",
		"backwards": key + " 2026-01-01T00:00:00Z 2025-01-01T00:00:00Z\n", "another number": strings.Replace(good, "+", "+0", 1), "cut": good[:len(good)/2],
		"too many": strings.Repeat(good, 101), "one with a time": strings.Replace(good, key, verify.FormatKey(origin, verify.KindStamped, keyring(t, origin).Public()[0].Public), 1),
	} {
		if _, err := verify.ParseKeys([]byte(text)); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
	two := "# the keys of a log\n" + key + " 2026-01-01T00:00:00Z 2027-01-01T00:00:00Z\n\n" + key + " 2027-01-01T00:00:00Z -"
	if keys, err := verify.ParseKeys([]byte(two)); err != nil || len(keys) != 2 {
		t.Errorf("%d keys (%v)", len(keys), err)
	}
}

func TestCheckpointsHaveOneForm(t *testing.T) {
	root := tlog.RecordHash(nil).String()
	for _, text := range []string{"", "o\n1\n" + root, "o\n01\n" + root + "\n", "o\n-1\n" + root + "\n", "o\n+1\n" + root + "\n", "o\n1\n" + root[1:] + "\n", "o\n1\n" + root + "\nextension\n", "\n1\n" + root + "\n", "o\n9223372036854775808\n" + root + "\n"} {
		if _, err := verify.ParseCheckpoint(text); err == nil {
			t.Errorf("%q: accepted", text)
		}
	}
}

func FuzzCheckpoint(f *testing.F) {
	f.Add("o\n1\n" + tlog.RecordHash(nil).String() + "\n")
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := verify.ParseCheckpoint(text); err == nil && c.Text() != text {
			t.Errorf("read %q, would write %q", text, c.Text())
		}
	})
}

// FuzzNote: what is accepted has the text and the two lines that the key signed; lines of
// others may follow.
func FuzzNote(f *testing.F) {
	_, files, _ := sample(f)
	keys, err := verify.ParseKeys(files.Keys)
	if err != nil {
		f.Fatal(err)
	}
	lines := bytes.SplitAfter(files.Checkpoint, []byte("\n"))
	f.Add(files.Checkpoint)
	f.Add(append(bytes.Clone(files.Checkpoint), "— somebody AAAAAAAA\n"...))
	f.Fuzz(func(t *testing.T, msg []byte) {
		s, err := verify.Open(msg, keys)
		if err != nil {
			return
		}
		if s.Text() != string(bytes.Join(lines[:3], nil)) || !bytes.Contains(msg, lines[4]) || !bytes.Contains(msg, lines[5]) {
			t.Errorf("accepted %q", msg)
		}
	})
}

func FuzzProof(f *testing.F) {
	_, files, later := sample(f)
	f.Add(files.Proof)
	f.Add(later.Growth)
	f.Fuzz(func(t *testing.T, text []byte) {
		if p, err := verify.ParseProof(text); err == nil && !bytes.Equal(p.Format(), text) {
			t.Errorf("proof %q", text)
		}
		if g, err := verify.ParseGrowth(text); err == nil && !bytes.Equal(g.Format(), text) {
			t.Errorf("growth %q", text)
		}
	})
}

func FuzzEventFile(f *testing.F) {
	event, files, _ := sample(f)
	f.Add(event.Format())
	f.Fuzz(func(t *testing.T, text []byte) {
		e, err := verify.ParseEventFile(text)
		if err == nil && !bytes.Equal(e.Format(), text) {
			t.Errorf("read %q, would write %q", text, e.Format())
		}
		files.Event = text
		if _, err := files.Verify(); err == nil && !bytes.Equal(text, event.Format()) {
			t.Errorf("another event was accepted: %q", text)
		}
	})
}

func FuzzKeys(f *testing.F) {
	f.Add(keyring(f, origin).Public().Format())
	f.Fuzz(func(t *testing.T, text []byte) {
		keys, err := verify.ParseKeys(text)
		if err != nil {
			return
		}
		again, err := verify.ParseKeys(keys.Format())
		if err != nil || fmt.Sprint(again) != fmt.Sprint(keys) {
			t.Errorf("read %v, again %v (%v)", keys, again, err)
		}
	})
}

func FuzzEntries(f *testing.F) {
	f.Add(verify.AppendEntry(verify.AppendEntry(nil, []byte("one")), nil), 2)
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		entries, err := verify.ParseBundle(data, n)
		if err != nil {
			return
		}
		var again []byte
		for _, e := range entries {
			again = verify.AppendEntry(again, e)
		}
		if len(entries) != n || !bytes.Equal(again, data) {
			t.Errorf("read %d entries of %x", len(entries), data)
		}
	})
}
