package attack

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Attack is what one kind of attacker does.
type Attack struct {
	Name   string
	Asks   string // what for, as its row says it
	Issuer bool   // the issuer of tokens is hostile too

	do []deed // at the same time
}

// deed attacks until the context ends.
type deed func(context.Context, *party)

// overTLS is one that plain HTTP does not know.
func overTLS(do deed) deed {
	return func(ctx context.Context, p *party) {
		if p.tls != nil {
			do(ctx, p)
		}
	}
}

// Citizen is an attacker with a token and a carpeta. Prepare fills the rest.
type Citizen struct {
	Token, CarpetaID string
	Evento           string   // of a deletion that waits
	Documentos       []string // that may be deleted
}

// Target is a server under attack.
type Target struct {
	API      string // http(s)://host:port
	Roots    []byte // PEM of the CA that signed its certificate
	Name     string // in the certificate
	Citizens []Citizen
	// Apart has each citizen attack from an address of its own; else they share one.
	Apart bool
}

// Together attacks in several ways at once until the context ends.
func Together(ctx context.Context, t Target, all ...Attack) (*Tally, error) {
	p, err := newParty(t)
	if err != nil {
		return nil, err
	}
	defer p.over.CloseIdleConnections()
	var deeds []deed
	for _, a := range all {
		deeds = append(deeds, a.do...)
	}
	var group sync.WaitGroup
	for n, do := range deeds {
		own := *p // another citizen first: else the refusals of one would end what another does
		own.first = n
		group.Go(func() { do(ctx, &own) })
	}
	group.Wait()
	return p.tally.whole(), nil
}

// party is an attack under way.
type party struct {
	Target

	first int // citizen
	host  string
	tls   *tls.Config // nil: plain
	over  *http.Transport
	tally *Tally
}

const (
	mib      = 1 << 20
	patience = 30 * time.Second
	// pause keeps a client that was refused from asking thousands of times a second.
	pause = 20 * time.Millisecond
)

func newParty(t Target) (*party, error) {
	u, err := url.Parse(t.API)
	if err != nil {
		return nil, err
	}
	if len(t.Citizens) == 0 {
		return nil, errors.New("attack: there are no citizens")
	}
	p := &party{Target: t, host: u.Host, tally: &Tally{Refused: map[string]int{}}}
	if u.Scheme == "https" {
		p.tls = &tls.Config{RootCAs: x509.NewCertPool(), ServerName: t.Name}
		p.tls.RootCAs.AppendCertsFromPEM(t.Roots)
	}
	p.over = p.transport(0)
	p.over.MaxConnsPerHost = 16
	return p, nil
}

// citizen is the n-th, in turn.
func (p *party) citizen(n int) Citizen { return p.Citizens[(p.first+n)%len(p.Citizens)] }

// Address is where the n-th citizen attacks from, and all of them that share one; honest clients have others.
func Address(n int) net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 1, byte(n/250), byte(1+n%250))}
}

func (p *party) from(n int) net.Addr {
	if !p.Apart {
		return Address(0)
	}
	return Address((p.first + n) % len(p.Citizens))
}

// dial connects as the n-th citizen; with a protocol also by TLS, if the server speaks it.
func (p *party) dial(ctx context.Context, n int, protocol string) (net.Conn, error) {
	conn, err := (&net.Dialer{LocalAddr: p.from(n), Timeout: 5 * time.Second}).DialContext(ctx, "tcp", p.host)
	if err != nil || protocol == "" || p.tls == nil {
		return conn, err
	}
	c := p.tls.Clone()
	c.NextProtos = []string{protocol}
	secure := tls.Client(conn, c)
	if err := secure.HandshakeContext(ctx); err != nil {
		_ = conn.Close() // the handshake says why
		return nil, err
	}
	return secure, nil
}

// clients runs so many, each of which begins anew when it is done.
func (p *party) clients(ctx context.Context, n int, do func(i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			for ctx.Err() == nil {
				do(i)
				rest(ctx, 50*pause)
			}
		})
	}
	group.Wait()
}

// cut counts a connection that the server ended, unless the attack is over.
func (p *party) cut(ctx context.Context) {
	if ctx.Err() == nil {
		p.tally.end("cut off")
	}
}

func rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
