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
	addr = forwardedFor(addr, forwarded, proxies)
	if addr.Is4() {
		return addr.String()
	}
	site, _ := addr.Prefix(siteBits) // fails for lengths that no address has
	return site.String()
}

// maxHops of X-Forwarded-For are followed: no chain of our own proxies is longer.
const maxHops = 32

// Connected is whom a connection comes from. It is "" for one of our proxies, which
// brings the requests of many.
func ConnectionClient(remote string, proxies []netip.Prefix) string {
	if addr, ok := readAddr(remote); ok && isAmong(proxies, addr) {
		return ""
	}
	return PeerOf(remote, nil, nil)
}

// behind follows X-Forwarded-For from its end, to which each proxy adds whom it was
// called by, as long as that is a proxy of ours. The entries before it are hearsay.
func forwardedFor(addr netip.Addr, forwarded []string, proxies []netip.Prefix) netip.Addr {
	followed := 0
	for _, line := range slices.Backward(forwarded) {
		for more := true; more; followed++ {
			var hop string
			hop, line, more = lastHop(line)
			before, ok := readAddr(strings.TrimSpace(hop))
			if !ok || followed == maxHops || !isAmong(proxies, addr) {
				return addr
			}
			addr = before
		}
	}
	return addr
}

func isAmong(proxies []netip.Prefix, addr netip.Addr) bool {
	return slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// lastHop cuts the last entry off a line, without taking the others apart.
func lastHop(line string) (hop, before string, more bool) {
	at := strings.LastIndexByte(line, ',')
	if at < 0 {
		return line, "", false
	}
	return line[at+1:], line[:at], true
}

// readAddr reads an address with or without a port; IPv4 in IPv6 is IPv4.
func readAddr(text string) (netip.Addr, bool) {
	if at, err := netip.ParseAddrPort(text); err == nil {
		return at.Addr().Unmap().WithZone(""), true
	}
	addr, err := netip.ParseAddr(text)
	return addr.Unmap().WithZone(""), err == nil
}
