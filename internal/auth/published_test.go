package auth_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The keys that an entity publishes: remembered, asked for again when one is unknown, and
// good over an outage.
func TestPublishedKeys(t *testing.T) {
	p := newProvider(t)
	p.publish(edKey(t, "uno"))
	current := now
	published := auth.NewPublished(auth.RemoteConfig{Clock: func() time.Time { return current }}, auth.Internal{Hosts: []string{"127.0.0.1"}})
	ids := func(asked string) (all []string, err error) {
		keys, err := published.Llaves(context.Background(), p.URL+"/llaves", asked)
		for _, k := range keys {
			all = append(all, k.ID)
		}
		return all, err
	}
	expectKeys := func(what, asked string, want ...string) {
		t.Helper()
		got, err := ids(asked)
		if err != nil || len(got) != len(want) || len(got) > 0 && got[0] != want[0] {
			t.Errorf("%s: %q, %v; want %q", what, got, err, want)
		}
	}
	expectKeys("first", "uno", "uno")
	expectKeys("remembered", "uno", "uno")
	if p.requests != 1 {
		t.Errorf("%d requests, want 1", p.requests)
	}
	p.publish(edKey(t, "dos"))
	expectKeys("a made-up id asks for nothing so soon", "dos", "uno")
	current = current.Add(10 * time.Second)
	expectKeys("a new key", "dos", "dos")
	p.status = 500
	current = current.Add(time.Hour)
	expectKeys("in an outage", "dos", "dos")
	if _, err := ids("tres"); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("an unknown key in an outage: %v", err)
	}
	if _, err := published.Llaves(context.Background(), "http://127.0.0.1:1/", "uno"); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("nobody publishes there: %v", err)
	}
}

// TestPublishedKeysAreAskedForOutside: by the address that is dialed, for the first address and for each redirect, and
// unless it is excepted. A name is no way around: localhost is one.
func TestPublishedKeysAreAskedForOutside(t *testing.T) {
	p := newProvider(t)
	p.publish(edKey(t, "uno"))
	byName := strings.Replace(p.URL, "127.0.0.1", "localhost", 1)
	var asked atomic.Int64
	redirects := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		http.Redirect(w, r, map[string]string{"/number": p.URL, "/name": byName, "/metadata": "http://169.254.169.254"}[r.URL.Path]+"/llaves", http.StatusFound)
	}))
	defer redirects.Close()
	redirectsByName := strings.Replace(redirects.URL, "127.0.0.1", "localhost", 1)
	loopback := auth.Internal{Networks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}}
	name := auth.Internal{Hosts: []string{"localhost"}}
	for _, c := range []struct {
		what, at  string
		except    auth.Internal
		good      bool
		redirects int64
	}{
		{"a number", p.URL, auth.Internal{}, false, 0},
		{"a name", byName, auth.Internal{}, false, 0},
		{"a number within an excepted network", p.URL, loopback, true, 0},
		{"a name within an excepted network", byName, loopback, true, 0},
		{"an excepted name", byName, name, true, 0},
		{"a name in capitals", strings.Replace(byName, "localhost", "LocalHost", 1), name, true, 0},
		{"a number, while a name is excepted", p.URL, name, false, 0},
		{"a redirect within an excepted network", redirects.URL + "/number", loopback, true, 1},
		{"a redirect to an excepted name", redirectsByName + "/name", name, true, 1},
		{"a redirect away from it", redirectsByName + "/number", name, false, 1},
		{"a redirect to a service of the cloud", redirects.URL + "/metadata", loopback, false, 1},
	} {
		asked.Store(0)
		at := c.at
		if c.redirects == 0 {
			at += "/llaves"
		}
		published := auth.NewPublished(auth.RemoteConfig{Clock: clock}, c.except)
		_, err := published.Llaves(t.Context(), at, "uno")
		if (err == nil) != c.good || err != nil && fault.CodeOf(err) != fault.Unavailable || asked.Load() != c.redirects {
			t.Errorf("%s: %v, %d redirects", c.what, err, asked.Load())
		}
		if err := published.Admite(t.Context(), at); (err == nil) != (c.good || c.redirects > 0) {
			t.Errorf("%s is registered: %v", c.what, err)
		}
	}
}

// TestANameThatCannotBeResolvedMayBeRegistered: it is judged when it is dialed.
func TestANameThatCannotBeResolvedMayBeRegistered(t *testing.T) {
	published := auth.NewPublished(auth.RemoteConfig{Clock: clock}, auth.Internal{})
	if err := published.Admite(t.Context(), "https://llaves.invalid/llaves"); err != nil {
		t.Error(err)
	}
}
