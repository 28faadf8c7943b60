package trust

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"
	"time"
)

// explained is a failure with words for the operator of this server. errors.As still finds what is behind it.
type explained struct {
	words string
	cause error
}

func (e *explained) Error() string { return e.words + " (" + e.cause.Error() + ")" }
func (e *explained) Unwrap() error { return e.cause }

// Explain adds what to do to the failure of a connection, if certificates are the reason. Other failures it leaves
// as they are. nil says that a connection works.
func (p *Peer) Explain(err error) error {
	var already *explained
	switch {
	case p == nil, errors.As(err, &already):
		return err
	case err == nil:
		p.worked.Store(true)
		return nil
	}
	words := p.ofTheService(err)
	if words == "" {
		words = p.ofOurs(err)
	}
	if words == "" {
		return err
	}
	return &explained{words, err}
}

// ofTheService: what is wrong with the certificate that the service shows.
func (p *Peer) ofTheService(err error) string {
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var name x509.HostnameError
	var noTLS tls.RecordHeaderError
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired && invalid.Cert != nil:
		return p.outOfTime(invalid.Cert)
	case errors.As(err, &unknown) && p.files.CA == "":
		return fmt.Sprintf("the certificate of the service is signed by a CA that this machine does not know: name that CA in %s_CA", p.setting)
	case errors.As(err, &unknown):
		return fmt.Sprintf("the certificate of the service is signed by none of the CAs in %s_CA: put the CA that signed it into that file, and start again", p.setting)
	case errors.As(err, &name):
		return fmt.Sprintf("the certificate of the service is for another name than %s: reach it by a name of its certificate, or have it made for this one", name.Host)
	case errors.As(err, &noTLS):
		return "the service speaks no TLS at this address: correct its scheme or its port"
	}
	return ""
}

func (p *Peer) outOfTime(c *x509.Certificate) string {
	if slices.ContainsFunc(p.cas, c.Equal) && p.clock().After(c.NotAfter) {
		return fmt.Sprintf("%s_CA: %s, and start again", p.setting, caExpired(p.files.CA, c.NotAfter))
	}
	if p.clock().Before(c.NotBefore) {
		return fmt.Sprintf("the certificate of the service is not valid before %s: look at the clocks of both machines", c.NotBefore.UTC().Format(time.RFC3339))
	}
	return fmt.Sprintf("the certificate of the service, or its CA, expired on %s: renew it there", day(c.NotAfter))
}

// ofOurs: what is wrong with the certificate that this process shows. The service ends the connection then. With
// TLS 1.3 that is after the handshake: some libraries keep no more than the text of it, and a write that comes in
// between meets a reset in its place, or a connection that the reading side has closed already. Where a connection worked before, an end without that text is an outage.
func (p *Peer) ofOurs(err error) string {
	refused := strings.Contains(err.Error(), "remote error: tls: ")
	ended := refused || errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, net.ErrClosed)
	turnedAway := refused || ended && p.asked.Load() && !p.worked.Load()
	own := p.own.Load()
	switch {
	case turnedAway && own == nil && p.asked.Load():
		return fmt.Sprintf("the service asks this server for a certificate: set %[1]s_CERT and %[1]s_KEY", p.setting)
	case ended && own != nil && own.Leaf.NotAfter.Before(p.clock()):
		return p.ownExpired(own.Leaf.NotAfter)
	case turnedAway && own != nil:
		return fmt.Sprintf("the service does not take the certificate of %s_CERT: it has to be signed by a CA that the service trusts", p.setting)
	}
	return ""
}

func (p *Peer) ownExpired(since time.Time) string {
	return fmt.Sprintf("%[1]s_CERT: the certificate in %[2]s expired on %[3]s: put a renewed one into that file, and its key into that of %[1]s_KEY, %[4]s", p.setting, p.files.Cert, day(since), p.files.Key)
}

func caExpired(file string, since time.Time) string {
	return fmt.Sprintf("the CA in %s expired on %s: put the present one into that file, from whoever runs the service", file, day(since))
}
