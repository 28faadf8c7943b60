package trusttest

import (
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
)

// Proxy stands with TLS before a service of HTTP that has none.
type Proxy struct {
	Target string // http://host:port
	Call   func(t testing.TB, endpoint string, peer *trust.Peer) error

	server *httptest.Server
}

// Show implements Service.
func (p *Proxy) Show(t testing.TB, own certs.Pair, clients certs.CA) {
	t.Helper()
	target, err := url.Parse(p.Target)
	if err != nil {
		t.Fatal(err)
	}
	pair, err := tls.LoadX509KeyPair(own.Cert, own.Key)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{} // any httptest.Server that closes ends connections of the default one
	t.Cleanup(transport.CloseIdleConnections)
	p.server = httptest.NewUnstartedServer(&httputil.ReverseProxy{Transport: transport, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host // it is signed
	}})
	p.server.TLS = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: clients.Pool()}
	p.server.Config.ErrorLog = log.New(io.Discard, "", 0) // what it refuses is told to the client
	p.server.StartTLS()
	t.Cleanup(p.server.Close)
}

// URL is https://127.0.0.1:port of the proxy.
func (p *Proxy) URL() string { return p.server.URL }

// Ask implements Service.
func (p *Proxy) Ask(t testing.TB, host string, peer *trust.Peer) error {
	t.Helper()
	_, port, err := net.SplitHostPort(p.server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return p.Call(t, "https://"+net.JoinHostPort(host, port), peer)
}
