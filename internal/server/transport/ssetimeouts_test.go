package transport_test

import (
	"bufio"
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
)

// TestEventStreamOutlivesTheTimeouts: those of the server, for requests and answers, and that of one write. A stream lasts for
// as long as its client reads, also through a proxy that keeps nothing back.
func TestEventStreamOutlivesTheTimeouts(t *testing.T) {
	t.Parallel() // it waits for its deadlines, in which even a busy machine writes a line
	const timeout, comments = 2 * time.Second, 10
	var handler http.Handler
	b := startSite(t, adapt{wrap: func(h http.Handler) http.Handler { handler = h; return h }},
		withLimits(func(l *limits.Limits) { l.Write, l.KeepAlive = timeout, timeout/2 }))
	short := listener.Config{Name: "short", Addr: "127.0.0.1:0", Handler: handler, Header: timeout, Read: timeout, Write: timeout, Idle: timeout}
	secured := short
	secured.CertFile, secured.KeyFile = certs.Write(t, t.TempDir(), 1, time.Now())
	plain := listening(t, short)
	target, err := url.Parse(plain)
	b.must(err)
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }})
	t.Cleanup(proxy.Close)
	for name, way := range map[string]struct{ url, proto string }{
		"HTTP/1": {plain, "HTTP/1.1"}, "HTTP/2": {listening(t, secured), "HTTP/2.0"}, "behind a proxy": {proxy.URL, "HTTP/1.1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := &http.Client{Transport: &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // the certificate is the test's own
			defer client.CloseIdleConnections()
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, way.url+"/graphql", strings.NewReader(operation(watch, map[string]any{"id": b.carpeta.CarpetaID})))
			if err != nil {
				t.Fatal(err)
			}
			req.Header = http.Header{"Accept": {"text/event-stream"}, "Content-Type": {"application/json"}, "Authorization": {"Bearer " + b.token}}
			resp, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			in := bufio.NewReader(resp.Body)
			for n := range comments {
				for range 2 { // ":" and an empty line
					if _, err := in.ReadString('\n'); err != nil || resp.Proto != way.proto {
						t.Fatalf("%s, comment %d: %v", resp.Proto, n, err)
					}
				}
			}
		})
	}
}

// listening is the address of a server that lives as long as the test.
func listening(t *testing.T, cfg listener.Config) string {
	t.Helper()
	s := listener.New(cfg)
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Stop(t.Context()) }) // the context is over: what goes on is cut
	return s.URL()
}
