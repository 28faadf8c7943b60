package attack

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// deed attacks until the context ends.
type deed func(context.Context, *party)

// Citizen is an attacker with a token and a carpeta. Prepare fills the rest.
type Citizen struct {
	Token, CarpetaID string
	Evento           string   // of a deletion that waits
	Documentos       []string // that may be deleted
}

// Target is a server under attack.
type Target struct {
	API      string    // http://host:port
	Citizens []Citizen // each attacks from an address of its own
}

// Together attacks in all ways at once until the context ends.
func Together(ctx context.Context, t Target) (*Tally, error) {
	p, err := newParty(t)
	if err != nil {
		return nil, err
	}
	defer p.over.CloseIdleConnections()
	var group sync.WaitGroup
	for n, do := range deeds() {
		own := *p // another citizen first: else the refusals of one would end what another does
		own.first = n
		group.Go(func() { do(ctx, &own) })
	}
	group.Wait()
	return p.tally, nil
}

// party is an attack under way.
type party struct {
	Target

	first int // citizen
	host  string
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
	p.over = p.transport(0)
	p.over.MaxConnsPerHost = 16
	return p, nil
}

// citizen is the n-th, in turn.
func (p *party) citizen(n int) Citizen { return p.Citizens[(p.first+n)%len(p.Citizens)] }

// dial connects as the n-th citizen, from an address that no honest client has.
func (p *party) dial(ctx context.Context, n int) (net.Conn, error) {
	from := &net.TCPAddr{IP: net.IPv4(127, 1, 0, byte(1+(p.first+n)%len(p.Citizens)))}
	return (&net.Dialer{LocalAddr: from, Timeout: 5 * time.Second}).DialContext(ctx, "tcp", p.host)
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
		p.tally.refuse("cut off")
	}
}

func rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
