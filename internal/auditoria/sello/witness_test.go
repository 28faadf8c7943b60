package sello_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

// outsider is a witness: it remembers the log as it knows it, and signs what grows from it.
type outsider struct {
	name   string
	secret ed25519.PrivateKey
	known  verify.Checkpoint
}

func (o outsider) public() verify.Witness {
	return verify.Witness{Name: o.name, Public: o.secret.Public().(ed25519.PublicKey)}
}

// ask is add-checkpoint of C2SP tlog-witness, without HTTP.
func (o *outsider) ask(t *testing.T, question []byte, keys verify.Keys, at time.Time) string {
	t.Helper()
	g, err := verify.ParseGrowth(question)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := verify.Open(g.Checkpoint, keys)
	if err != nil {
		t.Fatal(err)
	}
	if g.Old != o.known.Size {
		t.Fatalf("asked from %d, it knows %d", g.Old, o.known.Size)
	}
	if o.known.Size > 0 {
		if err := verify.Consistency(o.known, signed.Checkpoint, g.Hashes); err != nil {
			t.Fatal(err)
		}
	}
	o.known = signed.Checkpoint
	return o.line(at, signed.Text())
}

func (o *outsider) line(at time.Time, text string) string {
	raw := binary.BigEndian.AppendUint32(nil, verify.KeyID(o.name, verify.KindStamped, o.public().Public))
	raw = binary.BigEndian.AppendUint64(raw, uint64(at.Unix()))
	raw = append(raw, ed25519.Sign(o.secret, verify.StampedText(at, []byte(text)))...)
	return fmt.Sprintf("— %s %s\n", o.name, base64.StdEncoding.EncodeToString(raw))
}

func TestWitnessesAreAskedAndKept(t *testing.T) {
	one := &outsider{name: "witness.example/one", secret: ed25519.NewKeyFromSeed(seed(8))}
	two := &outsider{name: "witness.example/two", secret: ed25519.NewKeyFromSeed(seed(9))}
	strange := &outsider{name: "witness.example/strange", secret: ed25519.NewKeyFromSeed(seed(10))}
	w := newWorld(t, 100)
	kept := sello.Witnesses{Reader: w.reader(), Known: []verify.Witness{one.public(), two.public()}}
	for range 3 {
		about, err := w.reader().Checkpoint(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		answer := one.ask(t, question(t, kept, one, about), w.keys.Public(), w.clock)
		if _, err := kept.Answer(t.Context(), about, []byte(strange.line(w.clock, about.Text())+answer)); err != nil {
			t.Fatal(err)
		}
		if _, err := kept.Answer(t.Context(), about, []byte(two.ask(t, question(t, kept, two, about), w.keys.Public(), w.clock))); err != nil {
			t.Fatal(err)
		}
		for what, lines := range map[string]string{
			"nobody known": strange.line(w.clock, about.Text()), "another text": one.line(w.clock, strings.Replace(about.Text(), "\n", "\n1", 1)), "nothing": "", "no line": "x\n",
		} {
			if _, err := kept.Answer(t.Context(), about, []byte(lines)); err == nil {
				t.Errorf("%s: accepted", what)
			}
		}
		all, err := kept.Cosigned(t.Context(), about.Size)
		if err != nil || len(all.Witnesses) != 2 || !all.Witnesses[1].Time.Equal(w.clock) || bytes.Contains(all.Note, []byte("strange")) {
			t.Errorf("kept %v (%v)", all.Witnesses, err)
		}
		w.clock = w.clock.Add(time.Hour)
		w.events.add(fmt.Sprint("more at ", w.clock), begin)
		w.settle(t)
	}
}

func question(t *testing.T, w sello.Witnesses, o *outsider, about verify.Signed) []byte {
	t.Helper()
	q, err := w.Question(context.Background(), o.known.Size, about)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// Two statements of one checkpoint prove a quiet period; the small log is a log as any other.
func TestQuietPeriods(t *testing.T) {
	w := newWorld(t, 5)
	var last verify.Statement
	small := newWorld(t, 0)
	for hour := range 4 {
		if hour == 2 {
			w.events.add("something", begin)
			w.settle(t)
		}
		now, _ := w.reader().Checkpoint(t.Context())
		from := begin.Add(time.Duration(hour) * time.Hour)
		said := verify.Statement{From: from, Until: from.Add(time.Hour), Checkpoint: now.Note}
		small.events.addEntry(fmt.Sprint(hour), said.Format())
		small.settle(t)
		if hour > 0 {
			if err := verify.Quiet(last, said, w.keys.Public()); (err == nil) != (hour != 2) {
				t.Errorf("hour %d: %v", hour, err)
			}
			if hour > 1 && verify.Quiet(said, last, w.keys.Public()) == nil {
				t.Error("backwards")
			}
		}
		last = said
	}
	top, err := small.reader().Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p, err := small.reader().Prove(t.Context(), top, 3)
	if err != nil || verify.Inclusion(top.Checkpoint, 3, p.Hashes, last.Format()) != nil {
		t.Errorf("the statement is not in the small log (%v)", err)
	}
}
