package sellotest

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Run proves an adapter. open gives one that is empty; a second call of again opens
// another handle on the same objects, as another process would.
func Run(t *testing.T, open func(t *testing.T) (first sello.Objects, again func() sello.Objects)) {
	for name, check := range map[string]func(t *testing.T, o, other sello.Objects){
		"put once": putOnce, "what is not there": absent, "delete": deleted, "swap": swaps, "one of many swaps": race, "one of many puts": raceToPut,
	} {
		t.Run(name, func(t *testing.T) {
			first, again := open(t)
			check(t, first, again())
		})
	}
}

func want(t *testing.T, what string, err error, code fault.Code) {
	t.Helper()
	if code == "" && err != nil || code != "" && !errors.Is(err, code) {
		t.Errorf("%s: %v, want %q", what, err, code)
	}
}

func content(t *testing.T, o sello.Objects, key string, data []byte) {
	t.Helper()
	got, err := o.Get(t.Context(), key)
	if err != nil || !bytes.Equal(got, data) {
		t.Errorf("%s: %d bytes (%v), want %d", key, len(got), err, len(data))
	}
}

func putOnce(t *testing.T, o, other sello.Objects) {
	for key, data := range map[string][]byte{"log-1/tile/0/x001/234.p/5": []byte("five"), "log-1/tile/0/000": bytes.Repeat([]byte{0, 255}, 4096), "a": {}} {
		want(t, "put", o.Put(t.Context(), key, data), "")
		want(t, "the same again", other.Put(t.Context(), key, data), "")
		want(t, "other bytes", o.Put(t.Context(), key, append([]byte("x"), data...)), fault.Conflict)
		if len(data) > 0 {
			want(t, "truncated", other.Put(t.Context(), key, data[:len(data)-1]), fault.Conflict)
		}
		content(t, other, key, data)
	}
}

func absent(t *testing.T, o, _ sello.Objects) {
	_, err := o.Get(t.Context(), "log/none")
	want(t, "get", err, fault.NotFound)
	_, _, err = o.Load(t.Context(), "log/none")
	want(t, "load", err, fault.NotFound)
	want(t, "delete", o.Delete(t.Context(), "log/none"), "")
	for _, key := range []string{"", "/", "../out", "log/../../out", "log//x", "log/.", "log/%2e", "log/é", "log\\x", "log/\x00"} {
		if err := o.Put(t.Context(), key, []byte("x")); err == nil {
			t.Errorf("%q is no key, and was written", key)
		}
	}
}

func deleted(t *testing.T, o, other sello.Objects) {
	want(t, "put", o.Put(t.Context(), "log/staging/1-ab", []byte("one")), "")
	want(t, "delete", other.Delete(t.Context(), "log/staging/1-ab"), "")
	_, err := o.Get(t.Context(), "log/staging/1-ab")
	want(t, "get", err, fault.NotFound)
	want(t, "put again", o.Put(t.Context(), "log/staging/1-ab", []byte("two")), "")
	content(t, other, "log/staging/1-ab", []byte("two"))
}

func swaps(t *testing.T, o, other sello.Objects) {
	ctx, key := t.Context(), "log/checkpoint"
	want(t, "first", o.Swap(ctx, key, "", []byte("one")), "")
	want(t, "none expected", other.Swap(ctx, key, "", []byte("two")), fault.Conflict)
	data, version, err := other.Load(ctx, key)
	if err != nil || string(data) != "one" || version == "" {
		t.Fatalf("loaded %q %q (%v)", data, version, err)
	}
	want(t, "second", o.Swap(ctx, key, version, []byte("two")), "")
	want(t, "from the first again", other.Swap(ctx, key, version, []byte("three")), fault.Conflict)
	want(t, "of nothing", o.Swap(ctx, "log/none", version, []byte("x")), fault.Conflict)
	content(t, other, key, []byte("two"))
}

// race: of many swaps from one version one takes effect, and its caller knows.
func race(t *testing.T, o, other sello.Objects) {
	ctx, key := t.Context(), "log/fence"
	for round := range 10 {
		_, version, _ := o.Load(ctx, key)
		winner, wins := "", atomic.Int64{}
		var wait sync.WaitGroup
		for n := range 8 {
			wait.Go(func() {
				handle, mine := []sello.Objects{o, other}[n%2], fmt.Sprintf("%d of round %d", n, round)
				if err := handle.Swap(ctx, key, version, []byte(mine)); err == nil {
					wins.Add(1)
					winner = mine
				} else if !errors.Is(err, fault.Conflict) {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if wins.Load() != 1 {
			t.Fatalf("%d swaps from one version took effect", wins.Load())
		}
		content(t, other, key, []byte(winner))
	}
}

// raceToPut: of many writers of different bytes one is the first, for everybody.
func raceToPut(t *testing.T, o, other sello.Objects) {
	var winner []byte
	var wins atomic.Int64
	var wait sync.WaitGroup
	for n := range 8 {
		wait.Go(func() {
			mine := bytes.Repeat([]byte{byte(n)}, 10000)
			if err := []sello.Objects{o, other}[n%2].Put(t.Context(), "log/tile/0/000", mine); err == nil {
				wins.Add(1)
				winner = mine
			} else if !errors.Is(err, fault.Conflict) {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if wins.Load() != 1 {
		t.Fatalf("%d writers were the first", wins.Load())
	}
	content(t, other, "log/tile/0/000", winner)
}
