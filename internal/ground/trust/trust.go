package trust

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

// Files are PEM files. They are settings: each service has its own.
type Files struct {
	CA   string `name:"ca" placeholder:"FILE" help:"CAs (PEM) that sign the certificate of this service; empty: those of the machine."`
	Cert string `name:"cert" placeholder:"FILE" help:"Certificate chain (PEM) that this server shows to this service. A changed file is read again."`
	Key  string `name:"key" placeholder:"FILE" help:"Private key (PEM) of that certificate."`
}

// Empty reports that nothing is set.
func (f Files) Empty() bool { return f == Files{} }

// Peer is one service. A nil one is trusted as the machine trusts anybody, and has nothing explained.
type Peer struct {
	files   Files
	setting string // what the variables begin with: CARPETA_S3
	cas     []*x509.Certificate
	roots   *x509.CertPool // of them; nil: the machine's
	own     atomic.Pointer[tls.Certificate]
	knownBy atomic.Pointer[time.Time] // when the CA ends by which it was known
	asked   atomic.Bool               // it asked for our certificate
	worked  atomic.Bool               // a connection to it worked
	clock   func() time.Time
}

// Load reads the files. An error says which variable to correct, and how.
func Load(setting string, files Files, clock func() time.Time) (*Peer, error) {
	p := &Peer{files: files, setting: setting, clock: clock}
	if files.CA != "" {
		cas, err := readCAs(files.CA, clock())
		if err != nil {
			return nil, fmt.Errorf("%s_CA: %w", setting, err)
		}
		p.cas, p.roots = cas, x509.NewCertPool()
		for _, ca := range cas {
			p.roots.AddCert(ca)
		}
	}
	if (files.Cert == "") != (files.Key == "") {
		return nil, fmt.Errorf("%[1]s_CERT and %[1]s_KEY go together: set both, or neither", setting)
	}
	if files.Cert == "" {
		return p, nil
	}
	own, err := tls.LoadX509KeyPair(files.Cert, files.Key)
	if err != nil {
		return nil, fmt.Errorf("%[1]s_CERT and %[1]s_KEY: %[2]w: name a certificate and its own key, both PEM", setting, err)
	}
	if own.Leaf.NotAfter.Before(clock()) {
		return nil, errors.New(p.ownExpired(own.Leaf.NotAfter))
	}
	p.own.Store(&own)
	return p, nil
}

// readCAs reads CAs. One that expired is left out: if there is no other, nothing could be trusted.
func readCAs(file string, now time.Time) (cas []*x509.Certificate, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%w: name a PEM file with the CAs of the service", err)
	}
	expired := time.Time{}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		ca, err := x509.ParseCertificate(block.Bytes)
		if block.Type != "CERTIFICATE" || err != nil {
			continue
		}
		if ca.NotAfter.Before(now) {
			expired = ca.NotAfter
			continue
		}
		cas = append(cas, ca)
	}
	switch {
	case len(cas) > 0:
		return cas, nil
	case expired.IsZero():
		return nil, fmt.Errorf("%s has no certificate in it: name a PEM file with the CAs of the service", file)
	}
	return nil, errors.New(caExpired(file, expired))
}

// TLS is for connections to the service. The caller may change it.
func (p *Peer) TLS() *tls.Config {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if p == nil {
		return c
	}
	c.RootCAs, c.GetClientCertificate = p.roots, p.show
	if p.roots != nil { // those of the machine are not ours to renew
		c.VerifyConnection = p.remember
	}
	return c
}

// show is asked by a handshake whose service wants to know who we are.
func (p *Peer) show(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
	p.asked.Store(true)
	if p.files.Cert == "" {
		return &tls.Certificate{}, nil // none: the service decides whether it insists
	}
	return p.current(), nil
}

// current is the pair that the next handshake gets; nil without one. The files are read each time: handshakes are few,
// and a renewed certificate is in use with the next one. Files that cannot be used leave the last good pair.
func (p *Peer) current() *tls.Certificate {
	if p.files.Cert == "" {
		return nil
	}
	if fresh, err := tls.LoadX509KeyPair(p.files.Cert, p.files.Key); err == nil {
		p.own.Store(&fresh)
	}
	return p.own.Load()
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }
