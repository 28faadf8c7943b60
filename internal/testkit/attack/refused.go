package attack

import (
	"context"
	"fmt"
	"net"
	"strings"
)

// First are the attacks of the first review: what must be refused before it runs. And pages that anybody may have.
func First() []Attack {
	const rate = "2 connections, as fast as answers come"
	byQuery := func(name, query string) Attack {
		return Attack{Name: name, Rate: rate, do: func(ctx context.Context, p *party) {
			p.crowd(ctx, 2, func(client, _ int) []byte {
				return p.request(p.citizen(client).Token, "", operation(query, nil))
			})
		}}
	}
	return []Attack{
		byQuery("deep", "{ miCarpeta { documentos { nodes { "+strings.Repeat("eliminacion { carpeta { ", 400)+"id"+strings.Repeat(" } }", 400)+" } } } }"),
		byQuery("wide", "{"+numbered(4000, " f%d")+" }"),
		byQuery("aliased", "{"+numbered(1500, " a%d: __typename")+" }"),
		byQuery("fragment bomb", bomb(60)),
		byQuery("page product 100^4", nestedPages()),
		byQuery("30,000 equal fields", "{"+strings.Repeat(" __typename", 30_000)+" }"),
		byQuery("5,000 unknown directives", "{ __typename"+numbered(5000, " @d%d")+" }"),
		byQuery("10 MB body", "{ __typename } #"+strings.Repeat("x", 10*mib)),
		{Name: "2,000 subscriptions on a socket", Rate: "one socket after the other", do: crowdedSocket},
		{Name: "1,000 silent sockets", Rate: "once", do: silentSockets},
		{Name: "pages", Rate: "32 connections, the largest file of the application as fast as answers come", do: pages},
		{Name: "slow reader", Rate: "1,000 pages a second on a socket, none is read", do: slowReader},
	}
}

func numbered(n int, format string) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, format, i)
	}
	return s.String()
}

// bomb spreads fragments that spread fragments: 2^n fields.
func bomb(n int) string {
	var s strings.Builder
	s.WriteString("{ ...F0 }")
	for i := range n {
		fmt.Fprintf(&s, " fragment F%d on Query { ...F%d ...F%d }", i, i+1, i+1)
	}
	fmt.Fprintf(&s, " fragment F%d on Query { __typename }", n)
	return s.String()
}

func nestedPages() string {
	page := "carpeta { documentos(first: 100) { nodes { eliminacion { "
	return "{ miCarpeta { documentos(first: 100) { nodes { eliminacion { " + strings.Repeat(page, 3) +
		"id" + strings.Repeat(" } } } }", 3) + " } } } } }"
}

func crowdedSocket(ctx context.Context, p *party) {
	c := p.citizen(0)
	p.each(ctx, 1, func(int) {
		s, err := p.open(ctx, 0, c.Token)
		if err != nil {
			return
		}
		defer s.conn.Close()
		var all []byte
		for n := range 2000 {
			all = append(all, subscribe(fmt.Sprint(n), string(operation(follow, map[string]any{"e": c.Evento})))...)
		}
		go func() { _, _ = s.conn.Write(all) }() // the reader sees the end
		p.listen(ctx, s)
	})
}

func silentSockets(ctx context.Context, p *party) {
	p.eachConn(ctx, 1000, p.dial, func(_ int, conn net.Conn) {
		s := newSocket(conn)
		if err := s.upgrade(p.host); err == nil {
			p.listen(ctx, s)
		} else if ctx.Err() == nil {
			p.tally.end("socket: " + why(err))
		}
	})
}

func slowReader(ctx context.Context, p *party) {
	c := p.citizen(0)
	s, err := p.open(ctx, 0, c.Token)
	if err != nil {
		return
	}
	defer s.conn.Close()
	data := string(operation(`query($c: ID!) { carpeta(id: $c) { documentos(first: 100) { nodes { id documentoId titulo estadoDocumento fechaRecepcion tamanoBytes } } } }`,
		map[string]any{"c": c.CarpetaID}))
	for n := 0; ctx.Err() == nil; n++ {
		if _, err := s.conn.Write(subscribe(fmt.Sprint(n), data)); err != nil {
			break // the server takes no more
		}
		p.tally.take()
		rest(ctx, pause/20)
	}
	<-ctx.Done()
}
