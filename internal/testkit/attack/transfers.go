package attack

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"time"
)

// drip is the speed of a transfer that is a little faster than the slowest that may be.
const drip = 40 << 10 // a second

// slowTransfers sends and takes files as slowly as may be.
func slowTransfers(ctx context.Context, p *party) {
	links := p.files(func(n int) []byte { return bytes.Repeat(fmt.Appendf(nil, "%-1024d", n), 4<<10) })
	p.each(ctx, 200, func(i int) {
		if i%2 == 0 {
			p.upload(ctx, i/2, func(conn io.Writer) { sendSlowly(ctx, conn) })
			return
		}
		if link, err := links(ctx, i/2); err == nil {
			p.download(ctx, i/2, link)
		}
	})
}

func sendSlowly(ctx context.Context, conn io.Writer) {
	piece := []byte(strings.Repeat("x", drip/10))
	for ctx.Err() == nil {
		if _, err := conn.Write(piece); err != nil {
			return // the reader sees it
		}
		rest(ctx, time.Second/10)
	}
}

func (p *party) download(ctx context.Context, i int, link string) {
	conn, err := p.dial(ctx, i)
	if err != nil {
		p.cut(ctx)
		return
	}
	since := time.Now()
	defer conn.Close()
	if _, err := conn.Write(p.getOf(link)); err != nil {
		p.cut(ctx)
		return
	}
	p.watch(ctx, &slowly{ctx: ctx, Reader: conn}, since)
}

// slowly is a connection of which little is read at a time. It rests between, and not before: a refusal is seen at once.
type slowly struct {
	ctx context.Context
	io.Reader

	begun bool
}

func (s *slowly) Read(b []byte) (int, error) {
	if s.begun {
		rest(s.ctx, time.Second/10)
	}
	s.begun = true
	return s.Reader.Read(b[:min(len(b), drip/10)])
}

func (p *party) getOf(link string) []byte {
	u, err := url.Parse(link)
	if err != nil {
		return nil // the server's own links parse
	}
	return []byte("GET " + u.RequestURI() + " HTTP/1.1\r\nHost: " + p.host + "\r\n\r\n")
}

// hammeredLinks takes a small file as often as the answers come.
func hammeredLinks(ctx context.Context, p *party) {
	links := p.files(func(n int) []byte { return fmt.Appendf(nil, "%-1024d", n) })
	p.crowd(ctx, 32, func(client, _ int) []byte {
		link, err := links(ctx, client)
		if err != nil {
			return nil
		}
		return p.getOf(link)
	})
}

// signedLinks asks for the links of a page, each of which leaves an event in the trail.
func signedLinks(ctx context.Context, p *party) {
	const query = `query($c: ID!) { carpeta(id: $c) { documentos(first: 100) { nodes { urlDescarga urlVista } } } }`
	p.crowd(ctx, 8, func(client, _ int) []byte {
		c := p.citizen(client)
		return p.request(c.Token, "", operation(query, map[string]any{"c": c.CarpetaID}))
	})
}

// searches look for what is not there, fifty times in an operation.
func searches(ctx context.Context, p *party) {
	var fields strings.Builder
	for n := range 50 {
		fmt.Fprintf(&fields, ` a%d: documentos(first: 1, filtro: {texto: "zzz%d nada"}) { nodes { id } }`, n, n)
	}
	query := "query($c: ID!) { carpeta(id: $c) {" + fields.String() + " } }"
	p.crowd(ctx, 8, func(client, _ int) []byte {
		c := p.citizen(client)
		return p.request(c.Token, "", operation(query, map[string]any{"c": c.CarpetaID}))
	})
}

// slowAnswers asks for large pages, and reads nothing of them.
func slowAnswers(ctx context.Context, p *party) {
	query := "query($c: ID!) { carpeta(id: $c) { documentos(first: 100) { nodes {" + manyAliases(50, 120) + " } } } }"
	p.eachConn(ctx, 64, p.dial, func(i int, conn net.Conn) {
		c := p.citizen(i)
		if _, err := conn.Write(p.request(c.Token, "", operation(query, map[string]any{"c": c.CarpetaID}))); err != nil {
			p.cut(ctx)
			return
		}
		p.tally.take()
		rest(ctx, 20*time.Second)
	})
}

// manyAliases selects the title under so many names of so many letters.
func manyAliases(n, letters int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, " a%d%s: titulo", i, strings.Repeat("x", letters))
	}
	return s.String()
}
