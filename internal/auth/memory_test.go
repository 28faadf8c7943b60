package auth_test

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// A token that was verified a thousand times ends with its key, and not later
// than one that was never seen: when the keys are due again, or as soon as they
// were fetched for another reason.
func TestVerifiedEndWithTheirKey(t *testing.T) {
	for name, news := range map[string]func(v auth.Verifier, m *moment, other string){
		"the set is old": func(_ auth.Verifier, m *moment, _ string) { m.advance(16 * time.Minute) },
		"an unknown kid brings the new set": func(v auth.Verifier, m *moment, other string) {
			m.advance(6 * time.Second)
			if _, err := v.Verify(context.Background(), other); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, m := newProvider(t), &moment{t: now}
			old, fresh := edKey(t, "1"), edKey(t, "2")
			p.publish(old)
			v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", JWKSURL: p.URL + "/llaves", Clock: m.now})
			token := old.sign(t, p.claims(nil))
			for range 3 {
				expect(t, v, token, "good", "")
			}
			p.publish(fresh)
			expect(t, v, token, "withdrawn, not noticed yet", "")
			news(v, m, fresh.sign(t, p.claims(nil)))
			expect(t, v, token, "withdrawn", fault.Unauthenticated)
		})
	}
}

// The same key id with another key is another key, also for a known token.
func TestVerifiedEndWithAChangedKeyOfTheSameName(t *testing.T) {
	p, m := newProvider(t), &moment{t: now}
	good, other := edKey(t, "1"), edKey(t, "1")
	p.publish(good)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: m.now})
	token := good.sign(t, p.claims(nil))
	expect(t, v, token, "first", "")
	expect(t, v, token, "second", "")
	p.publish(other)
	m.advance(16 * time.Minute)
	expect(t, v, token, "rotated under its name", fault.Unauthenticated)
}

// While the issuer is away its keys hold for a day, and known tokens no longer.
func TestVerifiedWhileTheEmisorIsDown(t *testing.T) {
	p, m := newProvider(t), &moment{t: now}
	l := edKey(t, "1")
	p.publish(l)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: m.now})
	token := l.sign(t, p.claims(changes{"exp": now.Add(72 * time.Hour).Unix()}))
	expect(t, v, token, "first", "")
	expect(t, v, token, "second", "")
	p.change(func() { p.status = http.StatusBadGateway })
	m.advance(23 * time.Hour)
	expect(t, v, token, "down for 23 hours", "")
	m.advance(2 * time.Hour)
	expect(t, v, token, "down for a day", fault.Unavailable)
}

// Expiry and nbf are looked at every time.
func TestVerifiedExpire(t *testing.T) {
	at := now
	e := emisor(t, t.TempDir(), func() time.Time { return at })
	v, token := e.Verifier(), issue(t, e, time.Minute)
	for _, c := range []struct {
		later time.Duration
		want  fault.Code
	}{
		{0, ""},
		{90 * time.Second, ""},
		{91 * time.Second, fault.Unauthenticated},
		{-31 * time.Second, fault.Unauthenticated}, // a clock that went back
		{0, ""},
	} {
		at = now.Add(c.later)
		expect(t, v, token, fmt.Sprint(c.later), c.want)
	}
}

// Only so many tokens are remembered, and one changed in its last letter is another token.
func TestVerifiedAreBounded(t *testing.T) {
	e := emisor(t, t.TempDir(), clock)
	v := e.Verifier()
	if n := auth.RememberedOf(auth.MaxVerified + 10); n != auth.MaxVerified {
		t.Errorf("%d tokens are remembered, at most %d may be", n, auth.MaxVerified)
	}
	token := issue(t, e, time.Hour)
	expect(t, v, token, "good", "")
	expect(t, v, token[:len(token)-3]+"AAA", "tampered", fault.Unauthenticated)
}

func BenchmarkVerify(b *testing.B) {
	e, err := auth.OpenEmisor(b.TempDir(), clock)
	if err != nil {
		b.Fatal(err)
	}
	token, err := e.Issue(dueno, auth.Ciudadano, "", time.Hour)
	if err != nil {
		b.Fatal(err)
	}
	always := e.Verifier()
	for name, quien := range map[string]func() auth.Verifier{
		"unknown": e.Verifier, // one that has seen nothing
		"known":   func() auth.Verifier { return always },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := quien().Verify(context.Background(), token); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// What is remembered of a token is what is used of it, however much it says: tokens of
// 8 KiB that the issuer signed, thousands of them, take no more than small ones.
func TestVerifiedAreBoundedInBytes(t *testing.T) {
	p, l := newProvider(t), edKey(t, "1")
	p.publish(l)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: clock})
	roles, others := slices.Repeat([]string{"ciudadano"}, 250), slices.Repeat([]string{"", "x"}, 300)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	const tokens = 512
	for i := range tokens {
		expect(t, v, l.sign(t, p.claims(changes{"sub": fmt.Sprint("s", i), "roles": roles, "aud": append(others, "carpeta"), "jti": fmt.Sprint(i)})), "long", "")
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if kept := after.HeapAlloc - before.HeapAlloc; int64(kept) > 1<<20 {
		t.Errorf("%d tokens of 4 KiB keep %d KiB", tokens, kept>>10)
	}
	runtime.KeepAlive(v)
}
