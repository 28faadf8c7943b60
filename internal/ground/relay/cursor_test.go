package relay_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

var (
	now   = time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
	keyA  = relay.Key{ID: "a", Secret: bytes.Repeat([]byte("A"), 32)}
	keyB  = relay.Key{ID: "b", Secret: bytes.Repeat([]byte("B"), 32)}
	scope = relay.Scope{"documentos", "sub", "carpeta", "TITULO", "ASC", "", ""}
)

func codec(t testing.TB, keys ...relay.Key) *relay.Codec {
	t.Helper()
	c, err := relay.NewCodec(keys...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCursorRoundTrip(t *testing.T) {
	c := codec(t, keyA)
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.StringN(0, 96, 140).Draw(t, "key")
		version := rapid.Int64().Draw(t, "version")
		token := c.Signer(scope, now, version).Sign(key)
		if len(token) > relay.MaxCursor {
			t.Fatalf("%d bytes", len(token))
		}
		got, err := c.Open(token, scope, now.Add(relay.CursorTTL-time.Second))
		if err != nil || got != (relay.Position{Key: key, Version: version}) {
			t.Fatalf("%+v, %v", got, err)
		}
	})
}

func TestCursorEveryChangedByteIsRefused(t *testing.T) {
	c := codec(t, keyA)
	token := c.Signer(scope, now, 7).Sign("diploma#018f")
	for i := range token {
		for _, b := range []byte("Ab0-_.\n=") {
			if token[i] == b {
				continue
			}
			forged := token[:i] + string(b) + token[i+1:]
			if _, err := c.Open(forged, scope, now); !errors.Is(err, fault.InvalidCursorToken) {
				t.Fatalf("byte %d changed to %q: %v", i, b, err)
			}
		}
	}
}

func TestCursorRefusals(t *testing.T) {
	c := codec(t, keyA)
	good := c.Signer(scope, now, 7).Sign("k#1")
	parts := strings.Split(good, ".")
	foreign := relay.Scope{"documentos", "sub", "carpeta", "TITULO", "DESC", "", ""}
	shifted := relay.Scope{"documentos", "subc", "arpeta", "TITULO", "ASC", "", ""}
	cases := map[string]struct {
		token string
		scope relay.Scope
		at    time.Time
		want  fault.Code
	}{
		"other order":         {good, foreign, now, fault.InvalidCursorToken},
		"shifted scope":       {good, shifted, now, fault.InvalidCursorToken},
		"expired":             {good, scope, now.Add(relay.CursorTTL), fault.ExpiredCursorToken},
		"expired and foreign": {good, foreign, now.Add(relay.CursorTTL), fault.InvalidCursorToken},
		"empty":               {"", scope, now, fault.InvalidCursorToken},
		"10 KB":               {strings.Repeat("A", 10_000), scope, now, fault.InvalidCursorToken},
		"no signature":        {strings.Join(parts[:3], "."), scope, now, fault.InvalidCursorToken},
		"empty signature":     {strings.Join(parts[:3], ".") + ".", scope, now, fault.InvalidCursorToken},
		"extra part":          {good + ".AA", scope, now, fault.InvalidCursorToken},
		"newline at the end":  {good + "\n", scope, now, fault.InvalidCursorToken},
		"newline inside":      {good[:40] + "\r\n" + good[40:], scope, now, fault.InvalidCursorToken},
		"padding":             {good + "=", scope, now, fault.InvalidCursorToken},
		"other version":       {"v2" + good[2:], scope, now, fault.InvalidCursorToken},
		"unknown key":         {strings.Replace(good, ".a.", ".z.", 1), scope, now, fault.InvalidCursorToken},
		"plain base64":        {base64.StdEncoding.EncodeToString([]byte("documentoId")), scope, now, fault.InvalidCursorToken},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := c.Open(tc.token, tc.scope, tc.at)
			if !errors.Is(err, tc.want) {
				t.Fatalf("got %v, want %s", err, tc.want)
			}
			var told *fault.Error
			if errors.As(err, &told); tc.want == fault.ExpiredCursorToken && !told.ExpiradoEn.Equal(now.Add(relay.CursorTTL).Truncate(time.Second)) {
				t.Errorf("expired at %v", told.ExpiradoEn)
			}
			if told.Recuperacion == "" {
				t.Error("the error does not say what to do")
			}
			if tc.token != "" && (strings.Contains(err.Error(), tc.token) || strings.Contains(told.Mensaje, tc.token)) {
				t.Fatal("the error repeats the token")
			}
		})
	}
}

func TestKeyRotation(t *testing.T) {
	old := codec(t, keyA).Signer(scope, now, 1).Sign("k#1")
	if _, err := codec(t, keyB, keyA).Open(old, scope, now); err != nil {
		t.Fatal("the ring forgot an old key:", err)
	}
	if _, err := codec(t, keyB).Open(old, scope, now); !errors.Is(err, fault.InvalidCursorToken) {
		t.Fatal("a key that left the ring still verifies:", err)
	}
	if token := codec(t, keyB, keyA).Signer(scope, now, 1).Sign("k#1"); !strings.HasPrefix(token, "v1.b.") {
		t.Fatal("the first key does not sign:", token)
	}
}

// A rotation goes from ring to ring while processes of both run: what either signs,
// the other verifies. A new key that signs at once would be unknown to the processes
// that have not been restarted yet.
func TestRotationOfSeveralProcesses(t *testing.T) {
	rings := [][]relay.Key{{keyA}, {keyA, keyB}, {keyB, keyA}}
	for i := range len(rings) - 1 {
		before, after := codec(t, rings[i]...), codec(t, rings[i+1]...)
		if _, err := after.Open(before.Signer(scope, now, 1).Sign("k#1"), scope, now); err != nil {
			t.Errorf("step %d: the restarted process refuses: %v", i+1, err)
		}
		if _, err := before.Open(after.Signer(scope, now, 1).Sign("k#1"), scope, now); err != nil {
			t.Errorf("step %d: the process that waits for its restart refuses: %v", i+1, err)
		}
	}
}

func TestNewCodecRefusesBadKeys(t *testing.T) {
	for _, keys := range [][]relay.Key{nil, {{ID: "a", Secret: []byte("short")}}, {{ID: "a.b", Secret: keyA.Secret}}, {keyA, keyA}} {
		if _, err := relay.NewCodec(keys...); err == nil {
			t.Errorf("accepted %v", keys)
		}
	}
}

func BenchmarkCursorSign(b *testing.B) {
	c := codec(b, keyA)
	s := c.Signer(scope, now, 7)
	b.ReportAllocs()
	for b.Loop() {
		s.Sign("20260504T030201.000Z#018f3c5a-0000-7000-8000-000000000000")
	}
}

func BenchmarkCursorOpen(b *testing.B) {
	c := codec(b, keyA)
	token := c.Signer(scope, now, 7).Sign("20260504T030201.000Z#018f3c5a-0000-7000-8000-000000000000")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Open(token, scope, now); err != nil {
			b.Fatal(err)
		}
	}
}

// TestHiddenCursors: nobody reads a key out of a cursor, nor how far two are apart; one that does not hide is of another
// kind.
func TestHiddenCursors(t *testing.T) {
	plain := codec(t, keyA, keyB)
	c := plain.Hidden()
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.StringN(0, 96, 140).Draw(t, "key")
		token := c.Signer(scope, now, 3).Sign(key)
		got, err := c.Open(token, scope, now)
		if err != nil || got != (relay.Position{Key: key, Version: 3}) || len(token) > relay.MaxCursor {
			t.Fatalf("%+v, %v", got, err)
		}
	})
	content := func(key string) string {
		payload, err := base64.RawURLEncoding.DecodeString(strings.Split(c.Signer(scope, now, 3).Sign(key), ".")[2])
		if err != nil {
			t.Fatal(err)
		}
		return string(payload[32:])
	}
	one, next := content("00000000000000000041"), content("00000000000000000042")
	if strings.Contains(one, "0000") || one[:8] == next[:8] || one[16:] == next[16:] {
		t.Errorf("%x and %x tell of each other", one, next)
	}
	turned := codec(t, keyB, keyA).Hidden()
	if got, err := turned.Open(c.Signer(scope, now, 3).Sign("k"), scope, now); err != nil || got.Key != "k" {
		t.Errorf("after the keys were turned: %+v, %v", got, err)
	}
	for _, key := range []string{"k", strings.Repeat("k", 40)} {
		if _, err := c.Open(plain.Signer(scope, now, 3).Sign(key), scope, now); !errors.Is(err, fault.InvalidCursorToken) {
			t.Errorf("a plain one: %v", err)
		}
		if _, err := plain.Open(c.Signer(scope, now, 3).Sign(key), scope, now); !errors.Is(err, fault.InvalidCursorToken) {
			t.Errorf("a hidden one as a plain one: %v", err)
		}
	}
}
