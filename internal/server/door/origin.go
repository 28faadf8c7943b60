package door

import (
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// checkOrigin refuses a request that a page of another site made its browser send: browsers apply no same-origin rule to
// sockets, and send simple requests without a preflight. Programs send neither header.
func checkOrigin(r *http.Request, allowed []string, proxies []netip.Prefix) *reply.Problem {
	if fromAllowedPage(r, allowed, proxies) {
		return nil
	}
	return &reply.Problem{Status: http.StatusForbidden, Err: fault.New(fault.Forbidden, "Las páginas de este sitio no pueden usar el servidor.").
		WithRecuperacion("Quien opera el servidor puede permitir el origen con CARPETA_CORS_ORIGINS.")}
}

func fromAllowedPage(r *http.Request, allowed []string, proxies []netip.Prefix) bool {
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		site := r.Header.Get("Sec-Fetch-Site") // also sent where Origin is not: images, scripts, links
		return site == "" || site == "same-origin" || site == "none"
	}
	u, err := url.Parse(origins[0])
	if err != nil || u.Host == "" || len(origins) > 1 {
		return false
	}
	return slices.ContainsFunc(allowed, func(o string) bool { return strings.EqualFold(o, origins[0]) }) ||
		strings.EqualFold(u.Host, r.Host) && u.Scheme == schemeOf(r, allowed, proxies)
}

// schemeOf is the scheme by which browsers reach this server: the one that is set for its name, else that of the connection
// to our proxy, else that of the connection.
func schemeOf(r *http.Request, allowed []string, proxies []netip.Prefix) string {
	for _, o := range allowed {
		if scheme, host, _ := strings.Cut(o, "://"); strings.EqualFold(host, r.Host) {
			return scheme
		}
	}
	if r.TLS != nil || caller.ConnectionClient(r.RemoteAddr, proxies) == "" && r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https"
	}
	return "http"
}
