package listener_test

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
)

// meter counts what a server says of its connections.
type meter struct {
	mu    sync.Mutex
	count map[string]int
}

func (m *meter) add(what string, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.count == nil {
		m.count = map[string]int{}
	}
	m.count[what] += n
}

func (m *meter) get(what string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.count[what]
}

func (m *meter) ConnectionsOpen(_ string, delta int)    { m.add("open", delta) }
func (m *meter) ConnectionRefused(_, cause string)      { m.add("refused "+cause, 1) }
func (m *meter) ConnectionEnded(_ string, cause string) { m.add("ended "+cause, 1) }

// serve starts a server until the test ends.
func serve(t *testing.T, cfg listener.Config) *listener.Server {
	t.Helper()
	cfg.Name, cfg.Addr = "api", "127.0.0.1:0"
	s := listener.New(cfg)
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = s.Stop(ctx) // connections of the test that are still busy are cut
	})
	return s
}

// dial connects from one of the loopback addresses.
func dial(t *testing.T, s *listener.Server, from string) net.Conn {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	c, err := d.DialContext(t.Context(), "tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// hang is how long only a test that hangs waits.
const hang = time.Minute

const request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

// ask sends a request and says whether an answer came.
func ask(t *testing.T, c net.Conn) bool {
	t.Helper()
	_ = c.SetDeadline(time.Now().Add(hang))
	if _, err := c.Write([]byte(request)); err != nil {
		return false
	}
	b := make([]byte, 4096)
	n, _ := c.Read(b)
	return n > 12 && string(b[:12]) == "HTTP/1.1 200"
}

// isEnded waits for the end that the server makes.
func isEnded(c net.Conn) bool {
	_ = c.SetReadDeadline(time.Now().Add(hang))
	_, err := c.Read(make([]byte, 1))
	timeout, ok := err.(net.Error) //nolint:errorlint // nothing wraps it here
	return err != nil && (!ok || !timeout.Timeout())
}

// waitFor waits until something is so.
func waitFor(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(hang); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("in vain: ", what)
		}
	}
}

func answer(text string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) })
}

// withTLS adds a certificate.
func withTLS(t *testing.T, cfg listener.Config) listener.Config {
	t.Helper()
	cfg.CertFile, cfg.KeyFile = certs.Write(t, t.TempDir(), 1, time.Now())
	return cfg
}

// http2Client is a client with one connection of HTTP/2.
func http2Client(t *testing.T) *http.Client {
	t.Helper()
	tr := &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}} //nolint:gosec // the certificate is the test's own
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr, Timeout: hang}
}

// fetch is the text that a server answers.
func fetch(t *testing.T, client *http.Client, url string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Error(err)
		return ""
	}
	res, err := client.Do(req)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}
