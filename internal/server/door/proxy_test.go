package door_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/door"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
)

// TestAnUnnamedProxyIsToldOf: a server behind a proxy that nobody named takes all its clients for one. It says so once,
// and names no address.
func TestAnUnnamedProxyIsToldOf(t *testing.T) {
	for name, c := range map[string]struct {
		remote, header string
		want           int
	}{
		"X-Forwarded-For":            {"192.0.2.1:5", "X-Forwarded-For", 1},
		"Forwarded":                  {"192.0.2.1:5", "Forwarded", 1},
		"of a proxy that is trusted": {"10.0.0.1:5", "X-Forwarded-For", 0},
		"no such header":             {"192.0.2.1:5", "X-Other", 0},
	} {
		log := &logs.Log{}
		d := &door.Door{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, Budget: spending(1 << 20), Log: slog.New(slog.NewTextHandler(log, nil))}
		for range 3 {
			r := httptest.NewRequest(http.MethodGet, "/graphql", nil)
			r.RemoteAddr = c.remote
			r.Header.Set(c.header, "203.0.113.9")
			d.Enter(r)
		}
		if n := strings.Count(log.String(), "CARPETA_TRUSTED_PROXIES"); n != c.want || strings.Contains(log.String(), "192.0.2") || strings.Contains(log.String(), "203.0.113") {
			t.Errorf("%s: told %d times, want %d:\n%s", name, n, c.want, log)
		}
	}
}
