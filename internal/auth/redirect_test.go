package auth_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func TestKeysDoNotLeaveHTTPS(t *testing.T) {
	for _, c := range []struct {
		since, to string
		good      bool
	}{
		{"https://a", "https://b/llaves", true},
		{"HTTPS://a", "https://b/llaves", true},
		{"https://a", "http://a/llaves", false},
		{"Https://a", "http://a/llaves", false},
		{"https://a", "file:///etc/passwd", false},
		{"https://a", "/llaves", false},
		{"http://127.0.0.1", "http://127.0.0.1/llaves", true}, // the configuration lets this be on loopback only
		{"http://127.0.0.1", "https://a/llaves", true},
	} {
		if err := auth.KeepsHTTPS(c.since, c.to); (err == nil) != c.good {
			t.Errorf("%s to %s: %v", c.since, c.to, err)
		}
	}
}

// An issuer may have moved its keys, but is not followed in circles.
func TestRemoteRedirected(t *testing.T) {
	p := newProvider(t)
	l := edKey(t, "1")
	p.publish(l)
	for hops, want := range map[int]fault.Code{1: "", 3: "", 4: fault.Unavailable} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			to := r.URL.Path + "x"
			if len(to) > hops {
				to = p.URL + "/llaves"
			}
			http.Redirect(w, r, to, http.StatusFound)
		}))
		v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", JWKSURL: srv.URL + "/", Clock: clock})
		expect(t, v, l.sign(t, p.claims(nil)), strings.Repeat("redirected ", hops), want)
		srv.Close()
	}
}
