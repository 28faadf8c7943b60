package caller_test

import (
	"net/netip"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// TestPeers: a customer's IPv6 addresses are one peer, and so are two ways to
// write one of IPv4.
func TestPeers(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.7:1234": "192.0.2.7", "[::ffff:192.0.2.7]:99": "192.0.2.7",
		"[2001:db8:1:2:3:4:5:6]:80": "2001:db8:1:2::/64", "[2001:db8:1:2::1]:81": "2001:db8:1:2::/64", "[2001:db8:1:3::1]:81": "2001:db8:1:3::/64",
		"[fe80::1%eth0]:80": "fe80::/64", "@": "@",
	} {
		if got := caller.PeerOf(remote, nil, nil); got != want {
			t.Errorf("%s is %s, want %s", remote, got, want)
		}
	}
}

// TestProxies: our own proxies are believed about whom they were called by, and
// nobody else about anything.
func TestProxies(t *testing.T) {
	ours := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:a::/48")}
	for _, k := range []struct {
		why, remote string
		forwarded   []string
		want        string
	}{
		{"one proxy", "10.0.0.1:5", []string{"198.51.100.7"}, "198.51.100.7"},
		{"a chain of ours", "10.0.0.1:5", []string{"198.51.100.7, 2001:db8:a::1, 10.2.3.4"}, "198.51.100.7"},
		{"a chain in two headers", "10.0.0.1:5", []string{"198.51.100.7", "10.2.3.4"}, "198.51.100.7"},
		{"what the client itself claims", "10.0.0.1:5", []string{"203.0.113.9, 198.51.100.7"}, "198.51.100.7"},
		{"a client that calls itself a proxy", "10.0.0.1:5", []string{"10.9.9.9, 198.51.100.7"}, "198.51.100.7"},
		{"a stranger's header", "198.51.100.7:5", []string{"203.0.113.9"}, "198.51.100.7"},
		{"no header", "10.0.0.1:5", nil, "10.0.0.1"},
		{"only ours", "10.0.0.1:5", []string{"10.0.0.2"}, "10.0.0.2"},
		{"rubbish", "10.0.0.1:5", []string{"198.51.100.7, unknown"}, "10.0.0.1"},
		{"rubbish before", "10.0.0.1:5", []string{"x, 198.51.100.7"}, "198.51.100.7"},
		{"with a port", "10.0.0.1:5", []string{"198.51.100.7:4711"}, "198.51.100.7"},
		{"IPv6 with a port", "[::ffff:10.0.0.1]:5", []string{"[2001:db8:1:2::3]:4711"}, "2001:db8:1:2::/64"},
	} {
		if got := caller.PeerOf(k.remote, k.forwarded, ours); got != k.want {
			t.Errorf("%s: %s, want %s", k.why, got, k.want)
		}
	}
}

// TestConnected: our own proxies are not counted by address.
func TestConnected(t *testing.T) {
	ours := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for remote, want := range map[string]string{
		"10.1.2.3:5": "", "[::ffff:10.1.2.3]:5": "", "192.0.2.7:5": "192.0.2.7", "[2001:db8:1:2:3::4]:5": "2001:db8:1:2::/64",
	} {
		if got := caller.ConnectionClient(remote, ours); got != want {
			t.Errorf("%s: %q, want %q", remote, got, want)
		}
	}
}
