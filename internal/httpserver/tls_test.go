package httpserver_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/httpserver"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/bitacora"
)

// writePair makes a self-signed certificate with this serial number.
func writePair(t *testing.T, dir string, serial int64, at time.Time) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: raw}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestTLS: HTTP/2, an old protocol refused, a renewed certificate taken without a
// restart, and a broken one not.
func TestTLS(t *testing.T) {
	dir, born := t.TempDir(), time.Now().Add(-time.Hour)
	cert, key := writePair(t, dir, 1, born)
	var elapsed atomic.Int64
	log := &bitacora.Bitacora{}
	s := httpserver.NewServer(httpserver.ServerConfig{
		Name: "api", Addr: "127.0.0.1:0", CertFile: cert, KeyFile: key, Log: slog.New(slog.NewTextHandler(log, nil)),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(r.Proto)) }),
		Reloj:   func() time.Time { return born.Add(time.Duration(elapsed.Add(int64(time.Minute)))) },
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
	writePair(t, dir, 2, born.Add(time.Minute))
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

func TestTLSWithoutFiles(t *testing.T) {
	s := httpserver.NewServer(httpserver.ServerConfig{Name: "api", Addr: "127.0.0.1:0", CertFile: "nada.pem", KeyFile: "nada.key"})
	if err := s.Start(t.Context()); err == nil || !strings.Contains(err.Error(), "CARPETA_TLS_CERT") {
		t.Fatal(err)
	}
}
