package listener

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

// certificate is a pair of PEM files, read again when they change. New files that
// cannot be used are reported once, and the old pair goes on: renewing must not
// take the server down. An expired one is served all the same, and reported: a proxy
// in front may not mind.
type certificate struct {
	certFile, keyFile string
	clock             func() time.Time
	log               *slog.Logger

	mu      sync.Mutex
	pair    *tls.Certificate
	stamp   [2]time.Time // of the files that pair was read from, or last failed
	checked time.Time
}

// loadCertificate fails if the files cannot be used now.
func loadCertificate(certFile, keyFile string, clock func() time.Time, log *slog.Logger) (*certificate, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile, clock: clock, log: log}
	if err := c.read(); err != nil {
		return nil, fmt.Errorf("TLS certificate: %w: check CARPETA_TLS_CERT and CARPETA_TLS_KEY", err)
	}
	return c, nil
}

func (c *certificate) config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.current(), nil },
	}
}

func (c *certificate) current() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.clock(); now.Sub(c.checked) >= recheck {
		c.checked = now
		if stamp, err := c.stamps(); err == nil && stamp != c.stamp {
			if err := c.read(); err != nil {
				c.stamp = stamp
				c.log.Error("new TLS certificate cannot be used; the old one goes on", "error", err)
			}
		}
	}
	return c.pair
}

func (c *certificate) read() error {
	stamp, err := c.stamps()
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return err
	}
	c.pair, c.stamp = &pair, stamp
	if expires := pair.Leaf.NotAfter; expires.Before(c.clock()) {
		c.log.Error("the TLS certificate has expired, and clients refuse it: renew CARPETA_TLS_CERT", "expired", expires)
	}
	return nil
}

func (c *certificate) stamps() (at [2]time.Time, err error) {
	for i, name := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(name)
		if err != nil {
			return at, err
		}
		at[i] = info.ModTime()
	}
	return at, nil
}
