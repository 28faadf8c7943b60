package auth_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// hostile is an issuer that served one good set of keys, and then turned.
type hostile struct {
	*httptest.Server
	turned   atomic.Bool
	requests atomic.Int64
	end      chan struct{} // closed at the end of the test: what hangs ends
}

func newHostile(t *testing.T, good http.Handler, bad http.HandlerFunc) *hostile {
	h := &hostile{end: make(chan struct{})}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.requests.Add(1)
		if h.turned.Load() {
			bad(w, r)
			return
		}
		good.ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	t.Cleanup(func() { close(h.end) })
	return h
}

// manyKeys is a good document that has n keys, with or without a name each.
func manyKeys(t *testing.T, n int, named bool) string {
	var set jose.JSONWebKeySet
	for i := range n {
		k := edKey(t, "")
		if named {
			k.kid = fmt.Sprint("k", i)
		}
		set.Keys = append(set.Keys, jose.JSONWebKey{Key: k.private.Public(), KeyID: k.kid})
	}
	text, err := json.Marshal(set)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) }
}

func sendsTo(address string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, address, http.StatusFound) }
}

// endless sends as fast as it is read.
func endless(w io.Writer, what string) {
	chunk := []byte(strings.Repeat(what, 1<<12))
	for {
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}

// slow sends a byte now and then.
func slow(w http.ResponseWriter, r *http.Request) {
	for {
		select {
		case <-r.Context().Done():
			return
		case <-time.After(20 * time.Millisecond):
			_, _ = w.Write([]byte(" "))
			_ = http.NewResponseController(w).Flush()
		}
	}
}

// What a hostile issuer may send instead of its keys. Whatever it is, tokens of the keys
// that are known are taken, and the issuer is asked seldom.
func TestHostileIssuer(t *testing.T) {
	for name, bad := range map[string]http.HandlerFunc{
		"huge":              says(`{"keys":[` + strings.Repeat(`{"kty":"OKP"},`, 1<<18) + `7]}`),
		"endless":           func(w http.ResponseWriter, _ *http.Request) { endless(w, " ") },
		"endless header":    func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", strings.Repeat("x", 1<<20)) },
		"slow":              slow,
		"silent":            func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"bomb":              bomb,
		"deep":              says(strings.Repeat(`{"keys":[`, 1<<16)),
		"a million nothing": says(`{"keys":[` + strings.Repeat("1,", 1<<19-8) + `1]}`),
		"5,000 keys":        says(manyKeys(t, 5000, true)),
		"5,000 nameless":    says(manyKeys(t, 5000, false)),
		"refused kinds":     says(`{"keys":[{"kty":"oct","k":"c2VjcmV0"},{"kty":"x"},null,[],{"kty":"RSA","n":"AQAB","e":"AQAB"}]}`),
		"HTML":              says("<html>"),
		"nothing":           says(""),
		"to a file":         sendsTo("file:///etc/passwd"),
		"to the metadata":   sendsTo("http://169.254.169.254/latest/meta-data"),
		"to loopback":       sendsTo("http://[::1]:9/"),
		"to a name for it":  sendsTo("https://localhost:9/"),
		"to itself":         func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path+"x", http.StatusFound) },
		"500":               func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
	} {
		within := time.Minute // they end sooner, on a busy machine too
		if name == "slow" || name == "silent" {
			within = 3 * time.Second // that is waited for, twice; the good answers come in it too
		}
		t.Run(name, func(t *testing.T) { t.Parallel(); sufferHostile(t, bad, within) })
	}
}

func bomb(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	endless(z, " ")
}

// sufferHostile asks such an issuer, of which no request takes longer than within.
func sufferHostile(t *testing.T, bad http.HandlerFunc, within time.Duration) {
	p, m, known := newProvider(t), &moment{t: now}, edKey(t, "1")
	p.publish(known)
	h := newHostile(t, http.HandlerFunc(p.serveKeys), bad)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", JWKSURL: h.URL + "/llaves", Clock: m.now, Within: within})
	token := func(i int) string { return p.unseen(t, known, i) }
	expect(t, v, token(0), "good", "")
	h.turned.Store(true)
	asked := h.requests.Load()

	m.advance(11 * time.Minute) // the keys are still good, and worth a request
	expect(t, v, token(1), "before they are due", "")
	m.advance(time.Hour) // now they are due
	var group sync.WaitGroup
	for i := range 64 {
		group.Go(func() {
			if i%2 == 0 {
				expect(t, v, token(2+i), "known, due", "")
				return
			}
			expectRefused(t, v, sign(t, known.alg, edKey(t, "x").private, fmt.Sprint("x", i), p.claims(nil)))
		})
	}
	group.Wait()
	m.advance(time.Minute)
	expect(t, v, token(100), "the outage is known", "")
	if n := h.requests.Load() - asked; n > 3*5 { // each may be redirected three times
		t.Errorf("the issuer was asked %d times", n)
	}
	m.advance(25 * time.Hour)
	expect(t, v, token(101), "a day later", fault.Unavailable)
	h.turned.Store(false)
	m.advance(31 * time.Second)
	expect(t, v, token(102), "good again", "")
}

// unseen is a token that lasts for days, and that no verifier remembers from another one.
func (p *provider) unseen(t *testing.T, by key, i int) string {
	return by.sign(t, p.claims(changes{"exp": now.Add(200 * time.Hour).Unix(), "jti": fmt.Sprint(i)}))
}

// hang is longer than anything takes, on a busy machine too.
const hang = 2 * time.Minute

// expectRefused also wants an answer: a verifier that waits for an issuer for ever gives none.
func expectRefused(t *testing.T, v auth.Verifier, token string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), hang)
	defer cancel()
	_, err := v.Verify(ctx, token)
	if code := fault.CodeOf(err); code != fault.Unauthenticated && code != fault.Unavailable || ctx.Err() != nil {
		t.Errorf("made up: got %v", err)
	}
}

// Nobody who has a token of a known key waits for an issuer that does not answer: here it never does.
func TestNobodyWaitsForASilentIssuer(t *testing.T) {
	p, m, known := newProvider(t), &moment{t: now}, edKey(t, "1")
	p.publish(known)
	over, asked := make(chan struct{}), make(chan struct{}, 1)
	h := newHostile(t, http.HandlerFunc(p.serveKeys), func(http.ResponseWriter, *http.Request) { asked <- struct{}{}; <-over })
	defer close(over)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", JWKSURL: h.URL + "/llaves", Clock: m.now, Within: 30 * hang})
	taken := func(i int, when string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), hang)
		defer cancel()
		if _, err := v.Verify(ctx, p.unseen(t, known, i)); err != nil || ctx.Err() != nil {
			t.Errorf("%s: %v", when, err)
		}
	}
	taken(0, "good")
	h.turned.Store(true)
	m.advance(11 * time.Minute)
	taken(1, "before they are due")
	<-asked
	m.advance(time.Hour)
	var group sync.WaitGroup
	for i := range 64 {
		group.Go(func() { taken(2+i, "due") })
	}
	group.Wait()
}

// Key ids that change at every request, beside a flood of tokens that name them: the
// issuer is asked once in a few seconds, and the flood makes it no more often.
func TestHostileIssuerChangesItsKeys(t *testing.T) {
	p, m := newProvider(t), &moment{t: now}
	var n atomic.Int64
	h := newHostile(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		k := edKey(t, fmt.Sprint(n.Add(1)))
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: k.private.Public(), KeyID: k.kid}}})
	}), nil)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", JWKSURL: h.URL, Clock: m.now, Within: time.Minute})
	stranger := edKey(t, "x")
	const seconds = 20
	for range seconds {
		m.advance(time.Second)
		var group sync.WaitGroup
		for i := range 32 {
			group.Go(func() {
				expect(t, v, sign(t, stranger.alg, stranger.private, fmt.Sprint("x", i), p.claims(nil)), "made up", fault.Unauthenticated)
			})
		}
		group.Wait()
	}
	if got := h.requests.Load(); got > seconds/5+1 {
		t.Errorf("%d requests in %d seconds", got, seconds)
	}
}

// Alternately good and bad: what is good is taken, what is bad changes nothing.
func TestHostileIssuerAlternates(t *testing.T) {
	p, m, l := newProvider(t), &moment{t: now}, edKey(t, "1")
	p.publish(l)
	var n atomic.Int64
	h := newHostile(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1)%2 == 0 {
			_, _ = io.WriteString(w, `{"keys":[]}`)
			return
		}
		p.serveKeys(w, r)
	}), nil)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", JWKSURL: h.URL, Clock: m.now, Within: time.Minute})
	for i := range 40 {
		expect(t, v, l.sign(t, p.claims(changes{"exp": now.Add(200 * time.Hour).Unix(), "jti": fmt.Sprint(i)})), fmt.Sprint(i), "")
		m.advance(16 * time.Minute)
	}
}

// What a set may hold is bounded: keys, and bytes that are kept of each.
func TestHostileIssuerIsBoundedInBytes(t *testing.T) {
	chain := strings.Repeat("A", 1<<19)
	for name, bad := range map[string]string{
		"nothings":      `{"keys":[` + strings.Repeat("1,", 1<<19-8) + `1]}`,
		"empty objects": `{"keys":[` + strings.Repeat("{},", 1<<18) + `1]}`,
		"a long name":   `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"` + chain + `","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}`,
	} {
		p := newProvider(t)
		p.change(func() { p.raw = bad })
		v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", JWKSURL: p.URL + "/llaves", Clock: clock})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		expect(t, v, edKey(t, "1").sign(t, p.claims(nil)), name, fault.Unavailable)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 {
			t.Errorf("%s: reading it took %d KiB", name, took>>10)
		}
	}
}
