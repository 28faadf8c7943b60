package auth

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

const (
	maxHops    = 3
	maxHeaders = 64 << 10 // bytes of an answer's headers
)

// guard holds the requests to an issuer to the public network. An issuer may send them
// on, by a redirect or by its jwks_uri; without a guard it would choose an address of
// our own network. The hosts that the operator named may be anywhere.
type guard struct{ named map[string]bool }

func newGuard(addresses ...string) guard {
	g := guard{map[string]bool{}}
	for _, a := range addresses {
		if u, err := url.Parse(a); err == nil {
			g.named[u.Hostname()] = true
		}
	}
	return g
}

// client asks an issuer. It keeps no connection: requests are rare.
func (g guard) client(within time.Duration) *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableKeepAlives, t.MaxResponseHeaderBytes = true, maxHeaders
	t.DialContext = g.dial(t.Proxy)
	return &http.Client{Timeout: within, Transport: t, CheckRedirect: g.redirect}
}

// dial looks at the address that a foreign name stands for, when it is known: a name can
// stand for any. The operator's proxy, if there is one, is at a host that was named.
func (g guard) dial(proxy func(*http.Request) (*url.URL, error)) func(context.Context, string, string) (net.Conn, error) {
	anywhere := &net.Dialer{}
	abroad := &net.Dialer{Control: func(_, address string, _ syscall.RawConn) error { return isAbroad(address) }}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		host, _, _ := net.SplitHostPort(address)
		if g.named[host] || isProxy(proxy, host) {
			return anywhere.DialContext(ctx, network, address)
		}
		return abroad.DialContext(ctx, network, address)
	}
}

// isProxy reports whether a host is the proxy of the environment.
func isProxy(proxy func(*http.Request) (*url.URL, error), host string) bool {
	for _, scheme := range []string{"http", "https"} {
		u, err := proxy(&http.Request{URL: &url.URL{Scheme: scheme, Host: "issuer.invalid"}})
		if err == nil && u != nil && u.Hostname() == host {
			return true
		}
	}
	return false
}

// redirect follows an issuer a few steps.
func (g guard) redirect(req *http.Request, before []*http.Request) error {
	if len(before) > maxHops {
		return errors.New("auth: the issuer redirects too often")
	}
	return g.leads(before[len(before)-1].URL.String(), req.URL)
}

// leads refuses an address that an issuer must not send us to.
func (g guard) leads(since string, to *url.URL) error {
	if err := keepsHTTPS(since, to.String()); err != nil || g.named[to.Hostname()] {
		return err
	}
	if to.Scheme != "https" {
		return fmt.Errorf("auth: %s leads to another host without https", since)
	}
	if _, err := netip.ParseAddr(to.Hostname()); err == nil { // a proxy would not look
		return isAbroad(net.JoinHostPort(to.Hostname(), "443"))
	}
	return nil
}

// keepsHTTPS refuses to leave https: a person that can change the keys on their way can
// be anybody.
func keepsHTTPS(since, to string) error {
	if strings.HasPrefix(strings.ToLower(since), "https:") && !strings.HasPrefix(strings.ToLower(to), "https:") {
		return fmt.Errorf("auth: %s leads to an address without https", since)
	}
	return nil
}

// isAbroad refuses the addresses of this machine and of its network.
func isAbroad(address string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if ip := at.Addr().Unmap(); !ip.IsGlobalUnicast() || ip.IsPrivate() || isShared(ip) {
		return errors.New("auth: the issuer leads to an address of our own network; CARPETA_AUTH_JWKS_URL can name it")
	}
	return nil
}

// shared are addresses that look public and are not: carrier networks (RFC 6598), where
// clouds keep services, "this network", and IPv4 addresses in IPv6 (NAT64, 6to4, Teredo).
var shared = []netip.Prefix{
	netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"),
	netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("2001::/32"),
}

func isShared(ip netip.Addr) bool {
	for _, p := range shared {
		if p.Contains(ip) {
			return true
		}
	}
	return false
}
