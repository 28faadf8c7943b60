package sello_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

// When a seal is due: enough wait, one has waited long, or a receipt waits. Otherwise not
// one object is read or written.
func TestDue(t *testing.T) {
	for _, c := range []struct {
		what   string
		n      int
		ago    time.Duration
		urgent bool
		want   int
	}{
		{"nothing", 0, 0, false, 0}, {"one", 1, 0, false, 0}, {"255", 255, 59 * time.Second, false, 0}, {"256", 256, 0, false, 256},
		{"one for a minute", 1, time.Minute, false, 1}, {"a receipt", 3, 0, true, 3},
	} {
		w := newWorld(t, 0)
		for i := range c.n {
			w.events.add(fmt.Sprint(i), w.clock.Add(-c.ago))
			w.events.all[i].Urgent = c.urgent && i == 1
		}
		objects := &counting{Objects: w, counts: map[string]int{}}
		n, err := w.sealer(objects, w.events).Step(t.Context())
		if err != nil || n != c.want {
			t.Errorf("%s: sealed %d (%v), want %d", c.what, n, err, c.want)
		}
		if c.want == 0 && len(objects.counts) > 0 {
			t.Errorf("%s: %v", c.what, objects.counts)
		}
	}
}

func TestOnlyTheLeaseHolderSeals(t *testing.T) {
	w := newWorld(t, 0)
	w.events.add("one", begin)
	for _, lease := range []error{nil, errors.New("no store")} {
		s := sello.New(sello.Config{Prefix: prefix, Objects: w, Source: w.events, Keys: w.keys, Lease: func(context.Context) (bool, error) { return false, lease }})
		if n, err := s.Step(t.Context()); n != 0 || !errors.Is(err, lease) {
			t.Errorf("sealed %d without the lease (%v)", n, err)
		}
	}
}

// A key is changed: what the old one signed stays valid by its date, and nothing else.
func TestRotation(t *testing.T) {
	w := newWorld(t, 10)
	old, _ := w.reader().Checkpoint(t.Context())
	day := begin.Add(24 * time.Hour)
	w.keys = newKeyring(t, sello.SecretKey{Seed: seed(1), From: begin, Until: day}, sello.SecretKey{Seed: seed(2), From: day})
	w.clock = day.Add(time.Hour)
	w.events.add("next", begin)
	w.settle(t)
	now, err := w.reader().Check(t.Context())
	if err != nil || !now.Key.Public.Equal(ed25519.NewKeyFromSeed(seed(2)).Public()) || !now.Time.Equal(w.clock) {
		t.Fatalf("signed by %x at %v (%v)", now.Key.Public, now.Time, err)
	}
	if _, err := verify.Open(old.Note, w.keys.Public()); err != nil {
		t.Errorf("a checkpoint of the old key's days: %v", err)
	}
	thief := newKeyring(t, sello.SecretKey{Seed: seed(1), From: begin})
	late, _ := thief.Sign(now.Checkpoint, w.clock)
	if _, err := verify.Open(late, w.keys.Public()); err == nil || !strings.Contains(err.Error(), "not the log's") {
		t.Errorf("the old key signed after its days: %v", err)
	}
	early, _ := newKeyring(t, sello.SecretKey{Seed: seed(2), From: begin}).Sign(now.Checkpoint, begin)
	if _, err := verify.Open(early, w.keys.Public()); err == nil {
		t.Error("the new key signed before its days")
	}
	w.keys = newKeyring(t, sello.SecretKey{Seed: seed(1), From: begin, Until: day})
	w.events.add("without a key", begin)
	if _, err := w.sealer(w, w.events).Step(t.Context()); err == nil {
		t.Error("sealed without a key of this day")
	}
}

// The time of a log never goes back, whatever a machine's clock does.
func TestClockGoesBack(t *testing.T) {
	w := newWorld(t, 1)
	first, _ := w.reader().Checkpoint(t.Context())
	w.clock = begin.Add(2 * time.Minute)
	w.events.add("next", begin)
	w.settle(t)
	if now, _ := w.reader().Checkpoint(t.Context()); now.Size != 2 || now.Time.Before(first.Time) {
		t.Errorf("%d entries at %v, before %v", now.Size, now.Time, first.Time)
	}
}
