package site

import (
	"encoding/json"
	"net"
	"net/http"
	"net/netip"

	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// Path is where the API is mounted.
const Path = "/graphql"

// Settings are the data for the explorer and the application: /config.json.
type Settings struct {
	GraphQLPath string `json:"graphqlPath"`
	Profile     string `json:"perfil,omitempty"`
	// Zone is the time zone in which the server judges days, as the IANA names it.
	Zone string `json:"zona,omitempty"`
	// ByManifest tells the application to send the hashes of its operations, and not their texts.
	ByManifest bool `json:"porManifiesto,omitempty"`
	// SignIn is where the application has people sign in; nil: nowhere.
	SignIn *SignIn `json:"entrada,omitempty"`
	// Identity is the operador's name, logo and colours; nil: the application's own.
	Identity *Identity `json:"identidad,omitempty"`
	// Token, CarpetaID and Visitors are demonstration data. They are left out unless the request comes from this machine,
	// names this machine as its host, which no page of another site can make a browser do, and has no Origin.
	Token     string `json:"token,omitempty"`
	CarpetaID string `json:"carpetaId,omitempty"`
	// Visitors are the roles in which a visitor may act; the first has Token.
	Visitors []Visitor `json:"personas,omitempty"`
}

// SignIn is an OpenID Connect issuer, and the application as its client. None of it is a secret.
type SignIn struct {
	Issuer   string `json:"emisor"`
	ClientID string `json:"cliente"`
	Scope    string `json:"ambito"`
	Resource string `json:"recurso,omitempty"`
}

// Visitor is a role, with a token for it.
type Visitor struct {
	Role  string `json:"rol"`
	Token string `json:"token"`
}

func settingsHandler(settings func(*http.Request) Settings) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := settings(r)
		if s.GraphQLPath == "" {
			s.GraphQLPath = Path
		}
		if !isLocal(r) || len(r.Header.Values("Origin")) > 0 {
			s.Token, s.CarpetaID, s.Visitors = "", "", nil
		}
		h := w.Header()
		h.Set("Content-Type", reply.JSON+"; charset=utf-8")
		h.Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(s) // a client that left needs no answer
	})
}

// isLocal reports whether the peer is on this machine, and its request names this machine as the host: a page of another
// site whose name points to 127.0.0.1 still sends its own name. A proxy on this machine forwards the requests of others.
func isLocal(r *http.Request) bool {
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"} {
		if len(r.Header.Values(name)) > 0 {
			return false
		}
	}
	peer, _, err := net.SplitHostPort(r.RemoteAddr)
	return err == nil && isLoopback(peer) && isLoopback(hostOnly(r.Host))
}

func hostOnly(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return hostport
}

func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}
