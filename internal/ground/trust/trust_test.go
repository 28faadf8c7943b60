package trust_test

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
)

// What cannot be used is refused at the start, by the variable that says it, and with what to do.
func TestLoadRefuses(t *testing.T) {
	ca, old := certs.NewCA(t, "ca"), certs.NewCAFor(t, "old", certs.For(-time.Hour))
	good, other, expired := ca.Issue(t, certs.For(time.Hour)), ca.Issue(t, certs.For(time.Hour)), ca.Issue(t, certs.For(-time.Hour))
	noise := filepath.Join(t.TempDir(), "noise")
	if err := os.WriteFile(noise, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	yesterday := time.Now().Add(-time.Hour).UTC().Format(time.DateOnly)
	for name, c := range map[string]struct {
		files trust.Files
		says  []string
	}{
		"no such CA":             {trust.Files{CA: noise + "x"}, []string{"CARPETA_S3_CA: ", "name a PEM file"}},
		"no CA in the file":      {trust.Files{CA: noise}, []string{"CARPETA_S3_CA: ", "no certificate in it"}},
		"a key for a CA":         {trust.Files{CA: good.Key}, []string{"CARPETA_S3_CA: ", "no certificate in it"}},
		"a CA that expired":      {trust.Files{CA: old.File}, []string{"CARPETA_S3_CA: ", "expired on " + yesterday}},
		"a certificate alone":    {trust.Files{Cert: good.Cert}, []string{"CARPETA_S3_CERT and CARPETA_S3_KEY go together"}},
		"a key alone":            {trust.Files{Key: good.Key}, []string{"CARPETA_S3_CERT and CARPETA_S3_KEY go together"}},
		"another's key":          {trust.Files{Cert: good.Cert, Key: other.Key}, []string{"CARPETA_S3_CERT and CARPETA_S3_KEY: ", "its own key"}},
		"one that has expired":   {trust.Files{Cert: expired.Cert, Key: expired.Key}, []string{"CARPETA_S3_CERT: ", "in " + expired.Cert + " expired on " + yesterday}},
		"no such certificate":    {trust.Files{Cert: noise + "x", Key: good.Key}, []string{"CARPETA_S3_CERT"}},
		"noise as a certificate": {trust.Files{Cert: noise, Key: good.Key}, []string{"CARPETA_S3_CERT"}},
	} {
		_, err := trust.Load("CARPETA_S3", c.files, time.Now)
		for _, part := range c.says {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v; want %q", name, err, part)
			}
		}
	}
}

// A file with an old CA beside the present one is how CAs are changed.
func TestAnOldCABesideThePresentOne(t *testing.T) {
	ca, old := certs.NewCA(t, "ca"), certs.NewCAFor(t, "old", certs.For(-time.Hour))
	both := filepath.Join(t.TempDir(), "both.pem")
	write(t, both, read(t, old.File)+read(t, ca.File))
	p := loaded(t, trust.Files{CA: both})
	if n := len(p.TLS().RootCAs.Subjects()); n != 1 { //nolint:staticcheck // of a pool of our own
		t.Errorf("%d CAs are trusted, want the present one", n)
	}
}

func TestExplainLeavesOthersAlone(t *testing.T) {
	p, err := trust.Load("CARPETA_S3", trust.Files{}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	var none *trust.Peer
	for _, cause := range []error{nil, io.EOF, errors.New("connection refused")} {
		if got := p.Explain(cause); got != cause { //nolint:errorlint // the very same
			t.Errorf("%v became %v", cause, got)
		}
		if got := none.Explain(cause); got != cause { //nolint:errorlint // the very same
			t.Errorf("nobody explained %v: %v", cause, got)
		}
	}
}

func TestAServiceWithoutTLS(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	p, err := trust.Load("CARPETA_S3", trust.Files{}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	c, err := tls.Dial("tcp", s.Listener.Addr().String(), p.TLS())
	if err == nil {
		_ = c.Close()
	}
	if err = p.Explain(p.Explain(err)); err == nil || strings.Count(err.Error(), "speaks no TLS") != 1 {
		t.Errorf("got %v", err)
	}
}

// TestEveryWayToBeTurnedAway: a service that wants a certificate ends the connection after the handshake, and what the
// client meets first is chance.
func TestEveryWayToBeTurnedAway(t *testing.T) {
	for _, end := range []error{io.EOF, syscall.ECONNRESET, syscall.EPIPE, net.ErrClosed, errors.New("remote error: tls: certificate required")} {
		p, err := trust.Load("CARPETA_S3", trust.Files{}, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.TLS().GetClientCertificate(&tls.CertificateRequestInfo{}); err != nil {
			t.Fatal(err)
		}
		got := p.Explain(&net.OpError{Op: "write", Net: "tcp", Err: end})
		if !strings.Contains(got.Error(), "set CARPETA_S3_CERT and CARPETA_S3_KEY") || !errors.Is(got, end) {
			t.Errorf("%v became %v", end, got)
		}
	}
}
