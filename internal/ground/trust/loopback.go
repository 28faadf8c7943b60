package trust

import "net/netip"

// IsLoopback reports whether a host, a name or an address without a port, is this machine alone: nobody stands on the way
// to it.
func IsLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
