package caller

import (
	"context"
	"net/netip"
	"slices"
	"strings"
)

type peerKey struct{}

// WithPeer remembers the address that a caller without a token is known by.
func WithPeer(ctx context.Context, peer string) context.Context {
	return context.WithValue(ctx, peerKey{}, peer)
}

// Peer is that address.
func Peer(ctx context.Context) string {
	p, _ := ctx.Value(peerKey{}).(string)
	return p
}

// siteBits are the bits of an IPv6 address that one customer has: a caller with one address
// has 2^64 of them, and would have as many budgets.
const siteBits = 64

// PeerOf is whom a request comes from: the connection's other end, or if that is one
// of our proxies, the address that its X-Forwarded-For names.
func PeerOf(remote string, forwarded []string, proxies []netip.Prefix) string {
	addr, ok := readAddr(remote)
	if !ok {
		return remote
	}
	addr = behind(addr, forwarded, proxies)
	if addr.Is4() {
		return addr.String()
	}
	site, _ := addr.Prefix(siteBits) // fails for lengths that no address has
	return site.String()
}

// behind follows X-Forwarded-For from its end, to which each proxy adds whom it was
// called by, as long as that is a proxy of ours. The entries before it are hearsay.
func behind(addr netip.Addr, forwarded []string, proxies []netip.Prefix) netip.Addr {
	hops := strings.Split(strings.Join(forwarded, ","), ",")
	for _, hop := range slices.Backward(hops) {
		before, ok := readAddr(strings.TrimSpace(hop))
		if !ok || !slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(addr) }) {
			return addr
		}
		addr = before
	}
	return addr
}

// readAddr reads an address with or without a port; IPv4 in IPv6 is IPv4.
func readAddr(text string) (netip.Addr, bool) {
	if at, err := netip.ParseAddrPort(text); err == nil {
		return at.Addr().Unmap().WithZone(""), true
	}
	addr, err := netip.ParseAddr(text)
	return addr.Unmap().WithZone(""), err == nil
}
