package caller_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// TestLongHeadersAreNotTakenApart: these headers are read before any budget is asked. The
// work is counted in allocations, and in hops.
func TestLongHeadersAreNotTakenApart(t *testing.T) {
	ours := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	commas := []string{strings.Repeat(",", 60<<10)}
	claims := []string{strings.Repeat("10.0.0.9,", 6<<10) + "10.0.0.9"}
	for name, work := range map[string]func(){
		"a stranger's X-Forwarded-For": func() { caller.PeerOf("198.51.100.7:5", commas, ours) },
		"commas":                       func() { caller.PeerOf("10.0.0.1:5", commas, ours) },
		"hops":                         func() { caller.PeerOf("10.0.0.1:5", claims, ours) },
		"Traceparent":                  func() { caller.WithTrace(t.Context(), "00-"+strings.Repeat("a", 60<<10)) },
		"X-Request-Id":                 func() { caller.WithRequestID(t.Context(), strings.Repeat("a", 60<<10)) },
	} {
		if n := testing.AllocsPerRun(10, work); n > 64 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	if got := caller.PeerOf("10.0.0.1:5", []string{"198.51.100.7," + claims[0]}, ours); got != "10.0.0.9" {
		t.Errorf("thousands of hops lead to %s", got)
	}
}
