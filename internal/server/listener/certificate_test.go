package listener_test

import (
	"crypto/tls"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
)

// TestTLS: HTTP/2, an old protocol refused, a renewed certificate taken without a
// restart, and a broken one not.
func TestTLS(t *testing.T) {
	dir, born := t.TempDir(), time.Now().Add(-time.Hour)
	cert, key := certs.Write(t, dir, 1, born)
	var elapsed atomic.Int64
	log := &logs.Log{}
	s := listener.New(listener.Config{
		Name: "api", Addr: "127.0.0.1:0", CertFile: cert, KeyFile: key, Log: slog.New(slog.NewTextHandler(log, nil)),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(r.Proto)) }),
		Clock:   func() time.Time { return born.Add(time.Duration(elapsed.Add(int64(time.Minute)))) },
	})
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Stop(t.Context()) })
	if !strings.HasPrefix(s.URL(), "https://") {
		t.Error(s.URL())
	}
	serial := func(most uint16) (int64, string, error) {
		c, err := tls.Dial("tcp", s.Addr(), &tls.Config{InsecureSkipVerify: true, MaxVersion: most, NextProtos: []string{"h2"}})
		if err != nil {
			return 0, "", err
		}
		defer func() { _ = c.Close() }()
		return c.ConnectionState().PeerCertificates[0].SerialNumber.Int64(), c.ConnectionState().NegotiatedProtocol, nil
	}
	if n, protocol, err := serial(0); n != 1 || protocol != "h2" || err != nil {
		t.Fatal(n, protocol, err)
	}
	if _, _, err := serial(tls.VersionTLS11); err == nil {
		t.Error("TLS 1.1 is spoken")
	}
	certs.Write(t, dir, 2, born.Add(time.Minute))
	if n, _, err := serial(0); n != 2 || err != nil {
		t.Error("renewed:", n, err)
	}
	if err := os.WriteFile(cert, []byte("roto"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, _, err := serial(0); n != 2 || err != nil || !strings.Contains(log.String(), "cannot be used") {
		t.Error("broken:", n, err, log.String())
	}
}

// TestExpiredCertificate: it is served, for proxies that do not mind, but not in silence.
func TestExpiredCertificate(t *testing.T) {
	cert, key := certs.Write(t, t.TempDir(), 1, time.Now())
	log, later := &logs.Log{}, time.Now().Add(2*time.Hour)
	s := listener.New(listener.Config{
		Name: "api", Addr: "127.0.0.1:0", CertFile: cert, KeyFile: key, Log: slog.New(slog.NewTextHandler(log, nil)),
		Handler: http.NotFoundHandler(), Clock: func() time.Time { return later },
	})
	if !s.CertificateExpires().IsZero() {
		t.Error("a certificate before the start")
	}
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Stop(t.Context()) })
	if !strings.Contains(log.String(), "has expired") || !strings.Contains(log.String(), "CARPETA_TLS_CERT") {
		t.Errorf("the log does not say what to do: %s", log)
	}
	if expires := s.CertificateExpires(); expires.IsZero() || expires.After(later) {
		t.Error(expires)
	}
}

func TestTLSWithoutFiles(t *testing.T) {
	s := listener.New(listener.Config{Name: "api", Addr: "127.0.0.1:0", CertFile: "nada.pem", KeyFile: "nada.key"})
	if err := s.Start(t.Context()); err == nil || !strings.Contains(err.Error(), "CARPETA_TLS_CERT") {
		t.Fatal(err)
	}
}
