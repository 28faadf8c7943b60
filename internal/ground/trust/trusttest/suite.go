package trusttest

import (
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
)

// Service is the one that the adapter connects to. It asks each client for a certificate.
type Service interface {
	// Show has the service show a certificate from now on, and take clients of a CA only.
	Show(t testing.TB, own certs.Pair, clients certs.CA)
	// Ask connects anew, as Peer says, and makes a call. host is the name or the address by which the service is reached.
	Ask(t testing.TB, host string, peer *trust.Peer) error
}

// setting is the beginning of the variables in the words.
const setting = "CARPETA_X"

const loopback = "127.0.0.1"

// Run runs every case. Each wrong one has to be refused, with words that say what to do.
func Run(t *testing.T, s Service) {
	ca, clients, stranger := certs.NewCA(t, "service"), certs.NewCA(t, "clients"), certs.NewCA(t, "stranger")
	mine := clients.Issue(t, certs.For(time.Hour))
	s.Show(t, ca.Issue(t, certs.For(time.Hour)), clients)
	for _, c := range []struct {
		name, host string
		files      trust.Files
		says       string // "": it works
	}{
		{"both are known", loopback, trust.Files{CA: ca.File, Cert: mine.Cert, Key: mine.Key}, ""},
		{"another CA", loopback, trust.Files{CA: stranger.File, Cert: mine.Cert, Key: mine.Key}, "signed by none of the CAs in CARPETA_X_CA"},
		{"no CA", loopback, trust.Files{Cert: mine.Cert, Key: mine.Key}, "name that CA in CARPETA_X_CA"},
		{"another name", "localhost", trust.Files{CA: ca.File, Cert: mine.Cert, Key: mine.Key}, "for another name than localhost"},
		{"no certificate of ours", loopback, trust.Files{CA: ca.File}, "set CARPETA_X_CERT and CARPETA_X_KEY"},
		{"a stranger's certificate", loopback, files(ca, stranger.Issue(t, certs.For(time.Hour))), "does not take the certificate of CARPETA_X_CERT"},
	} {
		t.Run(c.name, func(t *testing.T) { answers(t, s, c.host, load(t, c.files, time.Now), c.says) })
	}
	t.Run("ours expires and is renewed", func(t *testing.T) { renewed(t, s, ca, clients) })
	t.Run("the CA expires", func(t *testing.T) { outlived(t, s, clients, mine) })
	t.Run("theirs expired", func(t *testing.T) {
		s.Show(t, ca.Issue(t, certs.For(-time.Hour)), clients)
		answers(t, s, loopback, load(t, files(ca, mine), time.Now), "expired on "+time.Now().Add(-time.Hour).UTC().Format(time.DateOnly))
	})
}

// renewed: a certificate that expires while the process runs is told, and a new one in its files is used at once.
func renewed(t *testing.T, s Service, ca, clients certs.CA) {
	old := clients.Issue(t, certs.For(-time.Hour))
	now := time.Now().Add(-90 * time.Minute) // at the start it was good
	peer := load(t, files(ca, old), func() time.Time { return now })
	now = time.Now()
	answers(t, s, loopback, peer, "CARPETA_X_CERT: the certificate in "+old.Cert+" expired on")
	clients.Issue(t, certs.For(time.Hour)).Replace(t, old)
	answers(t, s, loopback, peer, "")
}

// outlived: a CA that expires while the process runs. It is in our file, so the service cannot renew it.
func outlived(t *testing.T, s Service, clients certs.CA, mine certs.Pair) {
	old := certs.NewCAFor(t, "old", certs.For(-time.Hour))
	now := time.Now().Add(-90 * time.Minute) // at the start it was good
	peer := load(t, files(old, mine), func() time.Time { return now })
	now = time.Now()
	s.Show(t, old.Issue(t, certs.For(time.Hour)), clients)
	answers(t, s, loopback, peer, "CARPETA_X_CA: the CA in "+old.File+" expired on")
}

func files(ca certs.CA, own certs.Pair) trust.Files {
	return trust.Files{CA: ca.File, Cert: own.Cert, Key: own.Key}
}

func load(t testing.TB, f trust.Files, clock func() time.Time) *trust.Peer {
	t.Helper()
	p, err := trust.Load(setting, f, clock)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func answers(t testing.TB, s Service, host string, peer *trust.Peer, says string) {
	t.Helper()
	err := s.Ask(t, host, peer)
	switch {
	case says == "" && err != nil:
		t.Errorf("refused: %v", err)
	case says != "" && (err == nil || !strings.Contains(err.Error(), says)):
		t.Errorf("got %v\nwant words such as %q", err, says)
	}
}
