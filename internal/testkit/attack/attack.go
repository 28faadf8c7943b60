package attack

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Attack is one of them.
type Attack struct {
	Name     string
	Rate     string // what it sends, as its row says it
	Embedded bool   // the embedded profile's own files
	Writes   bool   // what it leaves in the store is mapped, and resident
	HTTP2    bool   // needs TLS
	Issuer   bool   // the issuer of tokens is hostile too

	do func(context.Context, *party)
}

// All are the attacks of the second review, and of those that came after it.
func All() []Attack {
	return []Attack{
		{Name: "documents of lists", Rate: "8 connections, as fast as answers come", do: documentsOfLists},
		{Name: "documents of fields", Rate: "8 connections, as fast as answers come", do: documentsOfFields},
		{Name: "subscriptions with a second operation", Rate: "2,500 subscriptions on 64 sockets", do: secondOperations},
		{Name: "event streams with 1 MiB bodies", Rate: "64 streams", do: eventStreams},
		{Name: "stalled bodies", Rate: "600 connections, each stops before its last byte of 1 MiB", do: stalledBodies},
		{Name: "stalled bodies on HTTP/2", Rate: "200 streams of 1 MiB on a connection", HTTP2: true, do: stalledStreams},
		{Name: "events that are not shared", Rate: "200 subscriptions of 100 documents, a deletion each second", do: unsharedEvents},
		{Name: "reading places", Rate: "8 connections, 1 MiB of zeros each time", do: readingPlaces},
		{Name: "payloads on sockets", Rate: "157 messages of 256 KiB on 16 sockets, again and again", do: socketPayloads},
		{Name: "stalled uploads", Rate: "64 announcements at a time, 200 uploads that stop", Embedded: true, do: stalledUploads},
		{Name: "slow transfers", Rate: "100 uploads and 100 downloads, 40 KiB/s each", Embedded: true, do: slowTransfers},
		{Name: "a link again and again", Rate: "32 connections, 1 KiB as fast as answers come", Embedded: true, do: hammeredLinks},
		{Name: "signed links", Rate: "8 connections, pages of 100 links as fast as answers come", Writes: true, do: signedLinks},
		{Name: "searches", Rate: "8 connections, 50 in each operation, as fast as answers come", do: searches},
		{Name: "exports", Rate: "16 of the trail at a time, every other one read at 40 KiB/s", Embedded: true, do: exports},
		{Name: "answers that nobody reads", Rate: "64 connections, pages of 0.8 MB", do: slowAnswers},
		{Name: "introspection", Rate: "8 connections, as fast as answers come: all of the schema, or 1,500 names of each field", do: schemaAgain},
		{Name: "long names", Rate: "8 connections, pages and the schema with a name of 512 KiB, by hash", do: longNames},
		{Name: "pages that nobody reads", Rate: "1,000 connections, the largest file of the application", do: unreadPages},
		{Name: "idle connections", Rate: "1,000", do: idleConnections},
		{Name: "large headers on silent sockets", Rate: "1,000 connections, 30 KB each", do: silentHeaders},
		{Name: "floods of pings and small messages", Rate: "4 sockets, 1.25 MB/s in all", do: pings},
		{Name: "long Accept", Rate: "4 connections, 24 KB each time", do: longAccept},
		{Name: "refused at the door", Rate: "33 connections, as fast as answers come: names, methods, paths, origins, headers", do: refusedAtDoor},
		{Name: "headers that do not end", Rate: "1,000 connections, 31 KiB of short lines each", do: endlessHeaders},
		{Name: "headers behind others", Rate: "1,000 connections, 4 KB of short lines behind a first request, and 190 lines more", do: headersBehind},
		{Name: "tokens of unknown keys", Rate: "8 connections, as fast as answers come; the issuer answers without end", Issuer: true, do: unknownKeys},
		{Name: "tokens that nobody signed", Rate: "256 connections, as fast as answers come; they name the issuer's key", do: forgedTokens},
		{Name: "floods of HTTP/2 frames", Rate: "4 connections, 4 MB/s in all", HTTP2: true, do: frames},
		{Name: "requests of HTTP/2 without their bodies", Rate: "64 connections, 100 each", HTTP2: true, do: crowdedConnections},
		{Name: "frames of a megabyte", Rate: "1,000 connections, each stops before the last byte of one", HTTP2: true, do: longFrames},
		{Name: "idle connections of HTTP/2", Rate: "1,000", HTTP2: true, do: idleHTTP2},
		{Name: "answers that may not come", Rate: "1,000 connections without a window, 2 pages each, 930 fields in each header", HTTP2: true, do: untakenAnswers},
		{Name: "short answers that may not come", Rate: "1,000 connections without a window, 100 requests each, 190 fields in each header", HTTP2: true, do: untakenEnds},
		{Name: "messages after the handshake", Rate: "1,000 connections, 250 KiB of one that does not end each", HTTP2: true, do: endlessMessages},
		{Name: "new keys all the time", Rate: "4 connections, 16 between two bytes, 1 MB/s in all", HTTP2: true, do: newKeys},
		{Name: "handshakes that do not end", Rate: "1,000 connections, 60 KiB of a hello each", HTTP2: true, do: endlessHellos},
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
	Roots    []byte // PEM of who signed its certificate
	Name     string // in the certificate
	Citizens []Citizen
	Operador string // token of an operador with a long trail; "" for none
}

// Run attacks until the context ends.
func (a Attack) Run(ctx context.Context, t Target) (*Tally, error) {
	p, err := newParty(t)
	if err != nil {
		return nil, err
	}
	defer p.close()
	a.do(ctx, p)
	p.tally.sort()
	return &p.tally, nil
}

// Together runs several at once.
func Together(ctx context.Context, t Target, all []Attack) (*Tally, error) {
	p, err := newParty(t)
	if err != nil {
		return nil, err
	}
	defer p.close()
	var group sync.WaitGroup
	for _, a := range all {
		group.Go(func() { a.do(ctx, p) })
	}
	group.Wait()
	p.tally.sort()
	return &p.tally, nil
}

// party is an attack under way.
type party struct {
	Target

	host   string
	tls    *tls.Config // nil: plain
	client *http.Client
	tally  Tally
}

const patience = 30 * time.Second

func newParty(t Target) (*party, error) {
	u, err := url.Parse(t.API)
	if err != nil || len(t.Citizens) == 0 {
		return nil, fmt.Errorf("attack: no target or no citizens: %w", err)
	}
	p := &party{Target: t, host: u.Host, tally: Tally{Refused: map[string]int{}, begin: time.Now()}}
	if u.Scheme == "https" {
		p.tls = &tls.Config{RootCAs: x509.NewCertPool(), ServerName: t.Name}
		p.tls.RootCAs.AppendCertsFromPEM(t.Roots)
	}
	p.client = &http.Client{Timeout: patience, Transport: &http.Transport{
		MaxIdleConnsPerHost: 16, TLSClientConfig: p.tls,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) { return p.plain(ctx, 0) },
	}}
	return p, nil
}

func (p *party) close() { p.client.CloseIdleConnections() }

// citizen is the n-th, in turn.
func (p *party) citizen(n int) Citizen { return p.Citizens[n%len(p.Citizens)] }

// plain connects from the address of the n-th citizen: as many as citizens, and none is
// that of honest clients.
func (p *party) plain(ctx context.Context, n int) (net.Conn, error) {
	n %= len(p.Citizens)
	from := &net.TCPAddr{IP: net.IPv4(127, 1, byte(n/250), byte(1+n%250))}
	return (&net.Dialer{LocalAddr: from, Timeout: 5 * time.Second}).DialContext(ctx, "tcp", p.host)
}

// dial connects for HTTP/1.1; the connection ends with the context.
func (p *party) dial(ctx context.Context, n int) (net.Conn, error) {
	return p.dialFor(ctx, n, "http/1.1")
}

// dialHTTP2 is dial for HTTP/2.
func (p *party) dialHTTP2(ctx context.Context, n int) (net.Conn, error) {
	return p.dialFor(ctx, n, "h2")
}

// dialFor makes the handshake too: an attacker's wait for each other, and are no part of what a refusal takes.
func (p *party) dialFor(ctx context.Context, n int, protocol string) (net.Conn, error) {
	conn, err := p.plain(ctx, n)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() })
	if p.tls == nil {
		return conn, nil
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
