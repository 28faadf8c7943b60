package auth

import (
	"net/netip"
	"slices"
)

// Internal are addresses of our own network that may be asked for keys: by the names of hosts, or by networks.
type Internal struct {
	Hosts    []string // in lower case
	Networks []netip.Prefix
}

// reserved are IPv4 addresses that no host of the internet has, or that a network may use for itself: "this network",
// carriers' NAT (where clouds keep services), protocol assignments, 6to4 relays, benchmarks, and class E. Private, loopback,
// link-local and multicast ones netip knows.
var reserved = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4")

// assigned is what of IPv6 hosts of the internet have. Without it are NAT64, local and unique local addresses, and
// those that have an IPv4 address within in another form.
var assigned = netip.MustParsePrefix("2000::/3")

// special is the part of it that is not for hosts: IETF protocols with Teredo, and 6to4.
var special = prefixes("2001::/23", "2002::/16")

func prefixes(texts ...string) []netip.Prefix {
	all := make([]netip.Prefix, len(texts))
	for i, t := range texts {
		all[i] = netip.MustParsePrefix(t)
	}
	return all
}

// isPublic reports whether an address is of the internet, as far as one can tell by its number.
func isPublic(ip netip.Addr) bool {
	ip = ip.Unmap()
	within := func(p netip.Prefix) bool { return p.Contains(ip) }
	if ip.Is4() {
		return ip.IsGlobalUnicast() && !ip.IsPrivate() && !slices.ContainsFunc(reserved, within)
	}
	return within(assigned) && !slices.ContainsFunc(special, within)
}
