package caller

import (
	"context"
	"net/netip"
	"slices"
	"strings"
)

type peerKey struct{}

// WithPeer remembers the address of the caller, which identifies it if it has no token.
func WithPeer(ctx context.Context, peer string) context.Context {
	return context.WithValue(ctx, peerKey{}, peer)
}

// Peer is that address.
func Peer(ctx context.Context) string {
	p, _ := ctx.Value(peerKey{}).(string)
	return p
}

// siteBits is the length of the network that a provider gives one customer with IPv6. The customer has 2^64 addresses of it,
// and must not have as many budgets.
const siteBits = 64

// PeerOf is the address that a request comes from: the other end of the connection, or the address in X-Forwarded-For if the
// connection comes from a trusted proxy.
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

// ConnectionClient is the address that a connection comes from; "" for a trusted proxy, which brings the requests of many.
func ConnectionClient(remote string, proxies []netip.Prefix) string {
	if addr, ok := readAddr(remote); ok && isAmong(proxies, addr) {
		return ""
	}
	return PeerOf(remote, nil, nil)
}

// forwardedFor follows X-Forwarded-For from its end, where each proxy adds the address of its caller, as long as that is a
// trusted proxy. Entries before that may be forged.
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

// lastHop cuts the last entry off a line, without parsing the others.
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
