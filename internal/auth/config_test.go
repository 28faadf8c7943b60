package auth_test

import (
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The first caller fetches the keys; all others wait for that one request.
func TestRemoteOneRequestForAll(t *testing.T) {
	p := newProvider(t)
	l := edKey(t, "1")
	p.publish(l)
	token := l.sign(t, p.claims(nil))
	const all = 64
	var requests sync.Once
	arrived, opened := make(chan struct{}, all), make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Do(func() { // answers only when everybody has asked
			for range all {
				<-arrived
			}
			close(opened)
		})
		<-opened
		p.serveKeys(w, r)
	}))
	t.Cleanup(slow.Close)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", JWKSURL: slow.URL, Clock: clock})
	var group sync.WaitGroup
	for range all {
		group.Go(func() {
			arrived <- struct{}{}
			expect(t, v, token, "at once", "")
		})
	}
	group.Wait()
	if p.requests != 1 {
		t.Errorf("%d tokens at once made %d requests", all, p.requests)
	}
}

// A key that can be factored proves nobody (RFC 7518 §3.3).
func TestRemoteShortKey(t *testing.T) {
	p := newProvider(t)
	short, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	ed := edKey(t, "ed")
	p.publish(key{jose.RS256, "corta", short}, ed)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: clock})
	expect(t, v, ed.sign(t, p.claims(nil)), "beside it", "")
	expect(t, v, sign(t, jose.RS256, short, "corta", p.claims(nil)), "1,024 bits", fault.Unauthenticated)
}

// A key that says what it is for is for that alone.
func TestRemoteKeyIsForItsAlgorithm(t *testing.T) {
	p := newProvider(t)
	k, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p.change(func() {
		p.keys = []jose.JSONWebKey{{Key: k.Public(), KeyID: "1", Algorithm: "RS256", Use: "sig"}, {Key: k.Public(), KeyID: "2", Use: "enc"}}
	})
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: clock})
	expect(t, v, sign(t, jose.RS256, k, "1", p.claims(nil)), "its own", "")
	expect(t, v, sign(t, jose.PS256, k, "1", p.claims(nil)), "another", fault.Unauthenticated)
	expect(t, v, sign(t, jose.RS256, k, "2", p.claims(nil)), "for encryption", fault.Unauthenticated)
}

func TestRemoteChosenLeeway(t *testing.T) {
	p := newProvider(t)
	l := edKey(t, "1")
	p.publish(l)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Leeway: 2 * time.Second, Clock: clock})
	for name, c := range map[string]struct {
		claim string
		a     time.Duration
		want  fault.Code
	}{
		"expired":          {"exp", -3 * time.Second, fault.Unauthenticated},
		"expired, in time": {"exp", -time.Second, ""},
		"nbf":              {"nbf", 3 * time.Second, fault.Unauthenticated},
		"nbf, in time":     {"nbf", time.Second, ""},
		"iat":              {"iat", 3 * time.Second, fault.Unauthenticated},
	} {
		expect(t, v, l.sign(t, p.claims(changes{c.claim: now.Add(c.a).Unix()})), name, c.want)
	}
	quien, err := v.Verify(t.Context(), l.sign(t, p.claims(nil)))
	if err != nil || quien.Leeway != 2*time.Second {
		t.Errorf("connections are told %v: %v", quien.Leeway, err)
	}
}

// Known keys survive an outage of the issuer exactly as long as configured.
func TestRemoteStaleKeys(t *testing.T) {
	p, m := newProvider(t), &moment{t: now}
	l := edKey(t, "1")
	p.publish(l)
	token := l.sign(t, p.claims(changes{"exp": now.Add(72 * time.Hour).Unix()}))
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Stale: time.Hour, Clock: m.now})
	expect(t, v, token, "fetched", "")
	p.Close()
	m.advance(time.Hour - time.Second)
	expect(t, v, token, "down, within the hour", "")
	m.advance(2 * time.Second)
	expect(t, v, token, "down, past the hour", fault.Unavailable)
}
