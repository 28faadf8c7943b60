package site

import (
	"cmp"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// withHosts refuses requests for a name that is not this server's. A page can have its own
// name point to this address (DNS rebinding): then its browser takes the two for one site.
func withHosts(names []string, p present.Presenter, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isHost(r.Host, names) {
			next.ServeHTTP(w, r)
			return
		}
		misdirected := &reply.Problem{Status: http.StatusMisdirectedRequest, Err: fault.New(fault.Forbidden, "El servidor no atiende este nombre.").
			WithRecuperacion("Quien opera el servidor puede agregar el nombre con CARPETA_HOSTS.")}
		w.Header().Set("Connection", "close") // the name is the connection's: nothing better follows
		misdirected.Send(w, r, reply.JSON, p)
	})
}

// isHost accepts a name of this machine or of the server. It accepts addresses, which probes and Prometheus use, because
// DNS rebinding needs a name; and no name, as HTTP/1.0 sends, because every browser sends one.
func isHost(hostport string, names []string) bool {
	u := url.URL{Host: hostport}
	if _, err := strconv.ParseUint(cmp.Or(u.Port(), "0"), 10, 16); err != nil || strings.ContainsAny(hostport, "@/?#") {
		return false
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if host == "" || host == "localhost" || strings.HasSuffix(host, ".localhost") || slices.Contains(names, host) {
		return true
	}
	_, err := netip.ParseAddr(host)
	return err == nil
}
