package trust_test

import (
	"crypto/tls"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
)

// Files that were replaced count at once, though no handshake has read them yet. Those that cannot be used do not count.
func TestEndsOfOurs(t *testing.T) {
	ca, first, second := certs.NewCA(t, "ca"), certs.For(time.Hour), certs.For(30*24*time.Hour)
	own, next := ca.Issue(t, first), ca.Issue(t, second)
	p := loaded(t, trust.Files{Cert: own.Cert, Key: own.Key})
	endsAt(t, "at the start", p, first.To)
	write(t, own.Cert, read(t, next.Cert)) // the key is still the first one's
	endsAt(t, "half replaced", p, first.To)
	next.Replace(t, own)
	endsAt(t, "replaced", p, second.To)
	write(t, own.Cert, "noise")
	endsAt(t, "noise", p, second.To)
	endsAt(t, "without a certificate", loaded(t, trust.Files{CA: ca.File}), time.Time{})
}

// Of several CAs in the file that one counts by which the service was known.
func TestEndsOfTheCA(t *testing.T) {
	present, coming := certs.For(3*24*time.Hour), certs.For(300*24*time.Hour)
	old, renewed := certs.NewCAFor(t, "old", present), certs.NewCAFor(t, "new", coming)
	both := filepath.Join(t.TempDir(), "both.pem")
	write(t, both, read(t, old.File)+read(t, renewed.File))
	p := loaded(t, trust.Files{CA: both})
	if _, ca := p.Ends(); !ca.IsZero() {
		t.Errorf("the CA ends at %v before a connection said which it is", ca)
	}
	for _, c := range []struct {
		by  certs.CA
		end time.Time
	}{{old, present.To}, {renewed, coming.To}} {
		greet(t, p, c.by.Issue(t, certs.For(time.Hour)))
		if _, ca := p.Ends(); !same(ca, c.end) {
			t.Errorf("the CA ends at %v, want %v", ca, c.end)
		}
	}
	var none *trust.Peer
	if own, ca := none.Ends(); !own.IsZero() || !ca.IsZero() {
		t.Errorf("nobody ends at %v, %v", own, ca)
	}
}

func endsAt(t *testing.T, when string, p *trust.Peer, want time.Time) {
	t.Helper()
	if own, _ := p.Ends(); !same(own, want) {
		t.Errorf("%s: ends at %v, want %v", when, own, want)
	}
}

// same: a certificate says whole seconds.
func same(a, b time.Time) bool { return a.Unix() == b.Unix() || a.IsZero() && b.IsZero() }

// greet shakes hands with a service that shows a certificate.
func greet(t *testing.T, p *trust.Peer, shown certs.Pair) {
	t.Helper()
	pair, err := tls.LoadX509KeyPair(shown.Cert, shown.Key)
	if err != nil {
		t.Fatal(err)
	}
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	go func() {
		if c, err := l.Accept(); err == nil {
			_ = c.(*tls.Conn).Handshake()
			_ = c.Close()
		}
	}()
	c, err := tls.Dial("tcp", l.Addr().String(), p.TLS())
	if err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
}

func loaded(t *testing.T, f trust.Files) *trust.Peer {
	t.Helper()
	p, err := trust.Load("CARPETA_S3", f, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
