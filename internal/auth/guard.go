package auth

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	maxHops    = 3
	maxHeaders = 64 << 10 // bytes of an answer's headers
)

// guard holds the requests for keys to the public network. An issuer may send them on, by a redirect or by its
// jwks_uri, and an administrador names the address of an entity: without a guard they would choose an address of our
// own network. The hosts and networks that the settings name are excepted.
type guard struct {
	named    map[string]bool
	networks []netip.Prefix
	setting  string // which can name more
}

// issuerGuard is for the addresses of an issuer, which are settings themselves.
func issuerGuard(addresses ...string) guard {
	g := guard{named: map[string]bool{}, setting: "CARPETA_AUTH_JWKS_URL"}
	for _, a := range addresses {
		if u, err := url.Parse(a); err == nil {
			g.named[hostOf(u)] = true
		}
	}
	return g
}

// entityGuard is for addresses that administradores register.
func entityGuard(in Internal) guard {
	g := guard{named: map[string]bool{}, networks: in.Networks, setting: "CARPETA_ENTIDAD_JWKS_INTERNAL"}
	for _, host := range in.Hosts {
		g.named[host] = true
	}
	return g
}

func hostOf(u *url.URL) string { return strings.ToLower(u.Hostname()) }

// client asks for keys. It keeps no connection: requests are rare.
func (g guard) client(within time.Duration) *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableKeepAlives, t.MaxResponseHeaderBytes = true, maxHeaders
	t.DialContext = g.dial(t.Proxy)
	return &http.Client{Timeout: within, Transport: t, CheckRedirect: g.redirect}
}

// dial looks at the address that a name stands for, when it is known: a name can stand for any. The operator's proxy,
// if there is one, may be anywhere; it resolves names itself, and has rules of its own.
func (g guard) dial(proxy func(*http.Request) (*url.URL, error)) func(context.Context, string, string) (net.Conn, error) {
	anywhere, named := &net.Dialer{}, maps.Clone(g.named)
	for _, scheme := range []string{"http", "https"} {
		if u, err := proxy(&http.Request{URL: &url.URL{Scheme: scheme, Host: "issuer.invalid"}}); err == nil && u != nil {
			named[hostOf(u)] = true
		}
	}
	guarded := &net.Dialer{Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		return g.admits(at.Addr())
	}}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		host, _, _ := net.SplitHostPort(address)
		if named[strings.ToLower(host)] {
			return anywhere.DialContext(ctx, network, address)
		}
		return guarded.DialContext(ctx, network, address)
	}
}

// redirect follows a publisher a few steps.
func (g guard) redirect(req *http.Request, before []*http.Request) error {
	if len(before) > maxHops {
		return errors.New("auth: the address of the keys redirects too often")
	}
	return g.leads(before[len(before)-1].URL.String(), req.URL)
}

// leads refuses an address to which another one must not send us.
func (g guard) leads(since string, to *url.URL) error {
	if err := keepsHTTPS(since, to.String()); err != nil {
		return err
	}
	if to.Scheme != "https" && !g.excepts(to) {
		return fmt.Errorf("auth: %s leads to another host without https", since)
	}
	return g.admitsNumber(to)
}

// admitsNumber refuses an address that is given by its number: a proxy would not look.
func (g guard) admitsNumber(to *url.URL) error {
	if ip, err := netip.ParseAddr(to.Hostname()); err == nil && !g.excepts(to) {
		return g.admits(ip)
	}
	return nil
}

// excepts reports whether the settings name an address.
func (g guard) excepts(to *url.URL) bool {
	ip, err := netip.ParseAddr(to.Hostname())
	return g.named[hostOf(to)] || err == nil && g.isWithin(ip)
}

func (g guard) isWithin(ip netip.Addr) bool {
	return slices.ContainsFunc(g.networks, func(p netip.Prefix) bool { return p.Contains(ip.Unmap()) })
}

// keepsHTTPS refuses to leave https: a person that can change the keys on their way can
// be anybody.
func keepsHTTPS(since, to string) error {
	if strings.HasPrefix(strings.ToLower(since), "https:") && !strings.HasPrefix(strings.ToLower(to), "https:") {
		return fmt.Errorf("auth: %s leads to an address without https", since)
	}
	return nil
}

// admits refuses the addresses of this machine and of its network.
func (g guard) admits(ip netip.Addr) error {
	if isPublic(ip) || g.isWithin(ip) {
		return nil
	}
	return fmt.Errorf("auth: the keys are at an address of our own network; %s can name it", g.setting)
}
