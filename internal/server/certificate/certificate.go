package certificate

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// recheck is how often, at most, a handshake looks whether the files changed.
const recheck = time.Second

// Files is a pair of PEM files. New files that cannot be used are logged once, and the old pair stays: renewing must not
// stop the server. An expired certificate is logged and served all the same, because a proxy in front may not mind.
type Files struct {
	certFile, keyFile string
	clock             func() time.Time
	log               *slog.Logger

	mu      sync.Mutex
	pair    *tls.Certificate
	modTime [2]time.Time // of the files that pair was read from, or that failed last
	checked time.Time
}

// Load reads the files; an error says that they cannot be used now.
func Load(certFile, keyFile string, clock func() time.Time, log *slog.Logger) (*Files, error) {
	f := &Files{certFile: certFile, keyFile: keyFile, clock: clock, log: log}
	if err := f.read(); err != nil {
		return nil, fmt.Errorf("TLS certificate: %w: check CARPETA_TLS_CERT and CARPETA_TLS_KEY", err)
	}
	return f, nil
}

// Config is for a server of HTTP/1.1 and HTTP/2.
func (f *Files) Config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return f.Current(), nil },
	}
}

// Current is the certificate that a handshake gets now.
func (f *Files) Current() *tls.Certificate {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := f.clock(); now.Sub(f.checked) >= recheck {
		f.checked = now
		if modTime, err := f.modTimes(); err == nil && modTime != f.modTime {
			if err := f.read(); err != nil {
				f.modTime = modTime
				f.log.Error("new TLS certificate cannot be used; the old one goes on", "error", err)
			}
		}
	}
	return f.pair
}

func (f *Files) read() error {
	modTime, err := f.modTimes()
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(f.certFile, f.keyFile)
	if err != nil {
		return err
	}
	f.pair, f.modTime = &pair, modTime
	if expires := pair.Leaf.NotAfter; expires.Before(f.clock()) {
		f.log.Error("the TLS certificate has expired, and clients refuse it: renew CARPETA_TLS_CERT", "expired", expires)
	}
	return nil
}

func (f *Files) modTimes() (at [2]time.Time, err error) {
	for i, name := range []string{f.certFile, f.keyFile} {
		info, err := os.Stat(name)
		if err != nil {
			return at, err
		}
		at[i] = info.ModTime()
	}
	return at, nil
}
