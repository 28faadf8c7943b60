package door_test

import (
	"cmp"
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/door"
)

// TestSchemes: a page that came without encryption is another one than that of the same
// name with it. A trusted proxy says how it was reached.
func TestSchemes(t *testing.T) {
	const name = "carpeta.example.org"
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for what, c := range map[string]struct {
		origin, remote, proto string
		tls, allowed          bool
		origins               []string
	}{
		"plain":                         {origin: "http://" + name, allowed: true},
		"plain, page over TLS":          {origin: "https://" + name},
		"TLS":                           {origin: "https://" + name, tls: true, allowed: true},
		"TLS, plain page":               {origin: "http://" + name, tls: true},
		"TLS ended by our proxy":        {origin: "https://" + name, remote: "10.0.0.1:5", proto: "https", allowed: true},
		"plain page before our proxy":   {origin: "http://" + name, remote: "10.0.0.1:5", proto: "https"},
		"a stranger that says so":       {origin: "https://" + name, remote: "192.0.2.7:5", proto: "https"},
		"PUBLIC_URL":                    {origin: "https://" + name, origins: []string{"https://" + name}, allowed: true},
		"plain page of PUBLIC_URL":      {origin: "http://" + name, origins: []string{"https://" + name}},
		"no scheme that browsers write": {origin: "ftp://" + name},
	} {
		r := httptest.NewRequest(http.MethodGet, "/graphql", nil)
		r.Host, r.RemoteAddr = name, cmp.Or(c.remote, "192.0.2.1:5")
		r.Header.Set("Origin", c.origin)
		if c.proto != "" {
			r.Header.Set("X-Forwarded-Proto", c.proto)
		}
		if c.tls {
			r.TLS = &tls.ConnectionState{}
		}
		d := &door.Door{Origins: c.origins, Proxies: proxies, Budget: spending(1 << 20)}
		if _, p := d.Enter(r); (p == nil) != c.allowed {
			t.Errorf("%s: %v", what, p)
		}
	}
}
